# What repetitions leave behind: peaks of resident memory, in MB, of ten thousand and of more.
#
#   growth.rb [COUNT] [ROW…]     default: a million of each row; each run is a process of its own (RbConfig.ruby, or $TROUPE)
#   growth.rb --row ROW COUNT    one run, in this process
#
# Prints a line of JSON a row.
module Growth
  Shared = Module.new
  ROWS = {
    "to_sym" => ->(n) { n.times { |i| "text #{i}".to_sym } },
    "extend" => ->(n) { n.times { Object.new.extend(Shared) } },
    "def o.x" => ->(n) { n.times { o = Object.new; def o.x = 1 } },
    "singleton_class" => ->(n) { n.times { Object.new.singleton_class } },
    "Class.new" => ->(n) { n.times { Class.new } },
    "Class.new with methods" => ->(n) { n.times { Class.new { def a = 1; attr_reader :b } } },
    "Class.new with include" => ->(n) { n.times { Class.new { include Shared } } },
    "Module.new" => ->(n) { n.times { Module.new } },
    "Struct.new" => ->(n) { n.times { Struct.new(:a, :b) } },
    "Data.define" => ->(n) { n.times { Data.define(:a, :b) } },
    "redefinition" => ->(n) { c = Class.new; n.times { c.class_eval { def x = 1 } } },
    "redefinition by a Proc" => ->(n) { c = Class.new; n.times { c.define_method(:x) { 1 } } },
    "redefinition by a method" => lambda do |n|
      c = Class.new { def y = 1 }
      method = c.instance_method(:y)
      n.times { c.define_method(:x, method) }
    end,
    "alias, remove" => ->(n) { c = Class.new { def y = 1 }; n.times { c.alias_method(:x, :y); c.remove_method(:x) } },
    "constant set anew" => ->(n) { n.times { |i| const_set(:Anew, i); remove_const(:Anew) } },
    "eval" => ->(n) { n.times { |i| eval("#{i} + 1") } },
    "instance_eval" => ->(n) { n.times { |i| Object.new.instance_eval("#{i}") } },
    "missing constant" => ->(n) { n.times { begin; Absent; rescue NameError; nil; end } },
    "method_missing" => ->(n) { o = Class.new { def method_missing(name) = name }.new; n.times { |i| o.__send__("name#{i}") } },
    "refinement" => ->(n) { n.times { Module.new { refine(String) { def zz = 1 } } } },
    "weak map" => ->(n) { map = ObjectSpace::WeakMap.new; n.times { key = Object.new; map[key] = key } },
    "shareable Proc" => ->(n) { n.times { Ractor.shareable_proc(self: nil) { 1 } } },
    "actors" => ->(n) { (n / 100).times { Array.new(100) { Ractor.new { Class.new { def x = 1 }.new.x } }.each(&:value) } }
  }.freeze

  class << self
    public :remove_const

    def peak = File.read("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i / 1024

    def child(name, count)
      command = [ENV["TROUPE"] || "build/release/troupe", "-W0", __FILE__, "--row", name, count.to_s]
      IO.popen(command, &:read).to_i
    end

    def report(name, count)
      few, many = child(name, 10_000), child(name, count)
      puts %({"benchmark":"growth","row":"#{name}","repetitions":#{count},"mb_of_10000":#{few},"mb":#{many}})
    end
  end
end

if ARGV[0] == "--row"
  Growth.instance_exec(ARGV[2].to_i, &Growth::ROWS.fetch(ARGV[1]))
  puts Growth.peak
else
  count = (ARGV[0] || 1_000_000).to_i
  rows = ARGV.drop(1)
  rows = Growth::ROWS.keys if rows.empty?
  $stdout.sync = true
  rows.each { |name| Growth.report(name, count) }
end
