# actors
# modes: -cycle
# since: troupe
# What two actors fill of the inline caches of the code that both run is bounded by the sites in it, whatever the calls
# find there: GC.stat counts what was filled. (A shared cycle takes dead classes out of sites, which are filled anew.)
class Base
  include Comparable
  attr_accessor :value
  attr_reader :rank
  def initialize(rank) = @rank = rank
  def call = 1
  def <=>(other) = @rank <=> other.rank
  def above(x) = x
  def get = @value
  def set(x) = @value = x
  def method_missing(name, *) = name
  def respond_to_missing?(*) = false
  protected def guarded = 1
  def guard(other) = other.guarded
end
LIMIT = 1
module Outer
  LIMIT = 2
end
KINDS = Ractor.make_shareable(
  Array.new(9) do |i|
    Class.new(Base) do
      class_eval <<~RUBY
        def initialize(rank)
          #{(0...i).map { |k| "@v#{k} = nil" }.join("; ")}
          super
        end
        def call = super
        def above(x) = super
      RUBY
      private :above if i == 3
      public :above
    end
  end
)

def scopes(object)
  class << object
    [LIMIT, Outer::LIMIT]
  end
end

def work(n)
  sum = 0
  n.times do |i|
    o = KINDS[i % 9].new(i)
    o.value = i
    o.set(o.get + 1)
    sum += o.value + o.call + o.above(1)
    sum += 1 if o.respond_to?(:nothing) || o.absent.nil?
    sum += 1 if o > KINDS[(i + 1) % 9].new(i + 1)
    case o
    when Numeric, String then sum += 1
    when KINDS[0], KINDS[1] then sum += 2
    end
    sum += o.public_send(:call) + o.send(:above, 2) + o.guard(o)
    sum += scopes(o).sum if i < 60
    o.freeze.set(1) rescue sum += 1
    o.instance_variable_get(:@rank)
  end
  sum
end

actors = Array.new(2) do
  Ractor.new do
    while (n = Ractor.receive)
      Ractor.main << work(n)
    end
  end
end
round = lambda do |n|
  actors.each { |a| a << n }
  [Ractor.receive, Ractor.receive].uniq.size
end
stores = -> { GC.stat.select { |k, _| k.start_with?("cache_stores") } }
p round.(60), round.(60) # expect: 1
                         # expect: 1
stores.()
before = stores.()
p round.(120)            # expect: 1
after = stores.()
p after.to_h { |k, n| [k, n - before[k]] }.reject { |_, n| n <= 8 } # expect: {}
p before[:cache_stores] > 50                                        # expect: true
actors.each { |a| a << nil }
actors.each(&:value)
