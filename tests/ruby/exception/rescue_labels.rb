# Frames that run rescue clauses or an ensure body count twice in backtraces.
# since: 3.4
def texts(lines) = lines.map { |line| line.sub(/\A.*rb:/, "") }
def twice
  raise "a"
rescue
  begin
    raise "b"
  rescue
    raise "c"
  end
end
begin
  twice
rescue => e
  puts texts(e.backtrace), texts(e.cause.backtrace)
end
def inner
  [1].each do
    Integer("x")
  rescue ArgumentError
    nil.nothing
  end
ensure
  puts texts(caller(0))
end
begin
  inner
rescue => e
  puts texts(e.backtrace)
end
def modifier = (raise "x" rescue raise "y")
begin
  modifier
rescue => e
  puts texts(e.backtrace)
end
# modes: gc,move,preempt,oom
# expect: 10:in 'rescue in rescue in Object#twice'
# expect: 8:in 'rescue in Object#twice'
# expect: 5:in 'Object#twice'
# expect: 14:in '<main>'
# expect: 8:in 'rescue in Object#twice'
# expect: 5:in 'Object#twice'
# expect: 14:in '<main>'
# expect: 25:in 'ensure in Object#inner'
# expect: 19:in 'Object#inner'
# expect: 28:in '<main>'
# expect: 22:in 'rescue in block in Object#inner'
# expect: 20:in 'block in Object#inner'
# expect: 19:in 'Array#each'
# expect: 19:in 'Object#inner'
# expect: 28:in '<main>'
# expect: 32:in 'rescue in Object#modifier'
# expect: 32:in 'Object#modifier'
# expect: 34:in '<main>'
