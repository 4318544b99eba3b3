# Long operations on Integers go in turns: their results, what they raise, and who runs meanwhile.
# since: 3.4
require "timeout"
a = 3**3000
b = 7**2500
x = a * b
p x == 3**500 * b * 3**2500, x % 1_000_007        # expect: true
# expect: 212093
p x / a == b, x % a, (x + 5).divmod(b) == [a, 5]  # expect: true
# expect: 0
# expect: true
p (x + 5).remainder(-a), x.div(-a) == -b, (a * a).fdiv(a + 1) == a.to_f # expect: 5
# expect: true
# expect: true
p x.gcd(a) == a, a.lcm(b) == x, Integer.sqrt(x * x) == x # expect: true
# expect: true
# expect: true
p a.pow(b, 10**40 + 1), a.pow(b, 1009), a.pow(b, -1009) # expect: 4815778820686949795981509212682205113004
# expect: 1
# expect: -1008
p x.to_s(2).count("1"), x.to_s(36).to_i(36) == x, Integer(x.to_s) == x # expect: 5920
# expect: true
# expect: true
p x.digits.sum == x.to_s.bytes.sum - 48 * x.to_s.size, x.digits(1000).size # expect: true
# expect: 1182
begin
  x / 0
rescue => e
  p e, e.backtrace[0][/'.*/]                      # expect: #<ZeroDivisionError: divided by 0>
  # expect: "'Integer#/'"
end

# A coroutine that is given up in the middle, by an exception and by the end of its fiber's thread.
big = 1 << 20_000_000 | 12345
begin
  Timeout.timeout(0.05) { big * (big + 1) }
rescue Timeout::Error => e
  p e.message                                     # expect: "execution expired"
end
ticks = 0
ticker = Thread.new { loop { sleep 0.001; ticks += 1 } }
worker = Thread.new { big * (big + 1) }
Thread.pass until ticks > 5
p worker.alive?                                   # expect: true
worker.kill
p worker.join.value                               # expect: nil
Thread.new { big * (big + 3) }                    # the program's end
