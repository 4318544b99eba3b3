# Long operations on Arrays while others change what is walked.
# modes: -gc,slice,scrub,oom,redefined
require "timeout"
# Threads take the items away while others walk over them.
lists = Array.new(8) { Array.new(40_000) { |i| "item #{i}" } }
threads = [:sort, :uniq, :inspect, :join, :tally, :hash, :flatten, :max].zip(lists).map { |name, list| Thread.new { list.public_send(name) } }
until threads.none?(&:alive?)
  lists.each { |list| list.pop(100) }
  Array.new(100) { "garbage" * 10 }
  Thread.pass
end
p threads.map { |t| t.value.class }.uniq.size       # expect: 4
begin
  Timeout.timeout(0.05) { loop { Array.new(300_000) { |i| "x#{i * 7919 % 300_007}" }.sort } }
rescue Timeout::Error => e
  p e.message                                     # expect: "execution expired"
end
