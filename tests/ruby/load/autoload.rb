# What an autoload names is loaded once; nobody but the thread that loads sees half of it; a load that fails is tried again.
# actors
# since: 4.1
def file(name) = "#{__dir__}/_auto_#{name}.rb"
autoload :AutoSlow, file(:slow)
autoload :AutoToo, file(:slow)
p autoload?(:AutoSlow) == file(:slow), Object.constants.include?(:AutoSlow), defined?(AutoSlow) # expect: true
# expect: true
# expect: "constant"
# Whoever comes while the class is half there waits, by whichever constant of the file.
ready = Queue.new
go = Queue.new
$begun = -> { ready << 1; go.pop }
first = Thread.new { AutoSlow.ready }
ready.pop
others = [Thread.new { AutoSlow.respond_to?(:ready) }, Thread.new { AutoToo }, Thread.new { Object.const_get(:AutoSlow).ready }]
p autoload?(:AutoSlow) == file(:slow)               # expect: true
actors = [Ractor.new { AutoSlow.ready }, Ractor.new { AutoToo }, Ractor.new { AutoSlow::OWN }]
go << 1
p first.value, others.map(&:value)                  # expect: true
# expect: [true, [true, nil, nil], true]
p actors.map(&:value)                               # expect: [true, [true, nil, nil], "AutoSlow"]
p $auto_loads, autoload?(:AutoSlow)                 # expect: 1
# expect: nil
$begun = nil

# What a load that failed had set is gone; the next one tries.
autoload :AutoFails, file(:fails)
def attempt
  AutoFails.ok
rescue NoMethodError, RuntimeError => e
  e.message
end
p attempt, autoload?(:AutoFails) == file(:fails)    # expect: "not yet"
# expect: true
p [Thread.new { attempt }, Thread.new { attempt }, Ractor.new { attempt }].map(&:value).sort_by(&:to_s) # expect: ["not yet", :ok, :ok]
p $auto_fails                                       # expect: 3

# A file that does not define it, and a const_missing of one's own.
autoload :AutoNothing, file(:nothing)
class Object
  def self.const_missing(name) = name == :AutoNothing ? :missing : super
end
p AutoNothing, autoload?(:AutoNothing), $auto_nothing # expect: :missing
# expect: nil
# expect: true

# Who opens a class that is to be loaded opens the loaded one.
autoload :AutoOpened, file(:opened)
module AutoOuter; autoload :Inner, File.join(__dir__, "_auto_opened.rb"); end
class AutoOpened; def second = 2; end
class AutoOuter::Inner; def second = 2; end
p AutoOpened.new.first, AutoOuter::Inner.new.first  # expect: 1
# expect: 1
autoload :AutoSet, file(:missing)
AutoSet = 1
p AutoSet, autoload?(:AutoSet)                      # expect: 1
# expect: nil

# Each of two files wants what the other defines: neither waits for ever.
autoload :AutoX, file(:x)
autoload :AutoX2, file(:x)
autoload :AutoY, file(:y)
autoload :AutoY2, file(:y)
r = Ractor.new { AutoY }
p AutoX, r.value                                    # expect: 1
# expect: 1
p [AutoX2, AutoY2].count(1) >= 1                    # expect: true
begin
  autoload :AutoGone, file(:gone)
  Ractor.new { AutoGone }.value
rescue Ractor::RemoteError => e
  p e.cause.class                                   # expect: LoadError
end
