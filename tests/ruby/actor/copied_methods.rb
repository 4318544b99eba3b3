# A class that another Ractor copies keeps methods made from Procs: for whoever made the Proc they run it, in the copy too.
# actors
# since: 4.1
text = +"text"
made = Class.new
made.define_method(:one) { text }
made.alias_method(:two, :one)
module Mixed; end
Mixed.define_method(:three) { text }
copy = Ractor.new(made) { |c| c.dup }.value
twice = Ractor.new(copy) { |c| c.clone.tap { |k| k.alias_method(:four, :two) } }.value
mixed = Ractor.new(Mixed) { |m| m.dup }.value
p copy.new.one.equal?(text), copy.new.two.equal?(text)    # expect: true
# expect: true
p twice.new.one.equal?(text), twice.new.four.equal?(text) # expect: true
# expect: true
p Class.new { include mixed }.new.three.equal?(text)      # expect: true
begin
  Ractor.new(copy) { |c| c.new.one }.value
rescue Ractor::RemoteError => e
  puts e.cause.message                                    # expect: defined with an un-shareable Proc in a different Ractor
end
made.remove_method(:one)
made = nil
GC.start
p copy.new.one.equal?(text), twice.new.two.equal?(text)   # expect: true
# expect: true
