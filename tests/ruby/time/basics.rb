# Time: making, arithmetic, comparison, parts, errors.
ENV["TZ"] = "UTC0"
t = Time.utc(2024, 2, 29, 13, 5, 9, 7)
p t + 1, t - 1, t - Time.utc(2024), t + 0.5, t <=> Time.utc(2024), t == t.getlocal, t.eql?(t.dup), t.hash == t.dup.hash, t.round, t.subsec, t.usec, t.nsec, t.to_f, t.to_r, t.to_i, t.floor, t.ceil, t.round(5), t.ceil(5)
p t.yday, t.wday, t.month, t.mon, t.day, t.mday, t.hour, t.min, t.sec, t.thursday?, t.friday?, t.ctime, t.inspect, t.to_s, t.getlocal.to_s, t.getlocal("+05:30").inspect
p Time.utc(-1, 1, 1), Time.utc(12345, 1, 1), Time.utc(10**20).year, Time.utc(0).strftime("%Y %C %y"), Time.utc(-1).strftime("%Y %C %y %s"), Time.utc(1969, 12, 31, 23, 59, 59).to_i, Time.at(-1.5).utc, Time.at(2**40), Time.at(-2**35)
[nil, "1", Object.new, Float::NAN, Float::INFINITY, []].each { |v| begin; p Time.at(v); rescue TypeError, FloatDomainError => e; p e.class, e.message; end }
begin; t + t; rescue TypeError => e; p e.message; end
begin; t + "1"; rescue TypeError => e; p e.message; end
begin; t - nil; rescue TypeError => e; p e.message; end
begin; t < 1; rescue ArgumentError => e; p e.message; end
begin; Time.at(0, 1, :foo); rescue ArgumentError => e; p e.message; end
p (t <=> 1), t == 1, t.frozen?, Time.now.class, Time.now - Time.now < 1, (Time.now.to_f - Process.clock_gettime(Process::CLOCK_REALTIME)).abs < 1
p Time.new(2000, 1, 1, 0, 0, 0, in: "-00:00"), Time.new(2000, 1, 1, in: "+09:00"), Time.utc(2000, 1, 31) + 86400, Time.utc(2000, 2, 30), Time.utc(2001, 2, 29), Time.utc(2000, 1, 1, 24), Time.utc(2000, 12, 31, 23, 59, 60)
p t.localtime, t.utc, t.localtime("+03:00"), t.utc_offset, t.gmtime.gmt?, t.getgm.utc?, Time.gm(2000, "jan", "1", "20", "15", "1").to_a
c = Class.new(Time) { def initialize(*a, **k) = super(*a, **k) }
p c.new(2000, 1, 1).class == c, c.now.class == c, c.at(0).class == c, (c.at(0) + 1).class == Time, c.utc(2000).class == c
# expect: 2024-02-29 13:05:10.000007 UTC
# expect: 2024-02-29 13:05:08.000007 UTC
# expect: 5144709.000007
# expect: 2024-02-29 13:05:09.500007 UTC
# expect: 1
# expect: true
# expect: true
# expect: true
# expect: 2024-02-29 13:05:09 UTC
# expect: (7/1000000)
# expect: 7
# expect: 7000
# expect: 1709211909.000007
# expect: (1709211909000007/1000000)
# expect: 1709211909
# expect: 2024-02-29 13:05:09 UTC
# expect: 2024-02-29 13:05:10 UTC
# expect: 2024-02-29 13:05:09.00001 UTC
# expect: 2024-02-29 13:05:09.00001 UTC
# expect: 60
# expect: 4
# expect: 2
# expect: 2
# expect: 29
# expect: 29
# expect: 13
# expect: 5
# expect: 9
# expect: true
# expect: false
# expect: "Thu Feb 29 13:05:09 2024"
# expect: "2024-02-29 13:05:09.000007 UTC"
# expect: "2024-02-29 13:05:09 UTC"
# expect: "2024-02-29 13:05:09 +0000"
# expect: "2024-02-29 18:35:09.000007 +0530"
# expect: -0001-01-01 00:00:00 UTC
# expect: 12345-01-01 00:00:00 UTC
# expect: 100000000000000000000
# expect: "0000 00 00"
# expect: "-0001 -1 99 -62198755200"
# expect: -1
# expect: 1969-12-31 23:59:58.5 UTC
# expect: 36812-02-20 00:36:16 +0000
# expect: 0881-03-07 20:13:52 +0000
# expect: TypeError
# expect: "can't convert NilClass into an exact number"
# expect: TypeError
# expect: "can't convert String into an exact number"
# expect: TypeError
# expect: "can't convert Object into an exact number"
# expect: FloatDomainError
# expect: "NaN"
# expect: FloatDomainError
# expect: "Infinity"
# expect: TypeError
# expect: "can't convert Array into an exact number"
# expect: "time + time?"
# expect: "can't convert String into an exact number"
# expect: "can't convert NilClass into an exact number"
# expect: "comparison of Time with 1 failed"
# expect: "unexpected unit: foo"
# expect: nil
# expect: false
# expect: false
# expect: Time
# expect: true
# expect: true
# expect: 2000-01-01 00:00:00 UTC
# expect: 2000-01-01 00:00:00 +0900
# expect: 2000-02-01 00:00:00 UTC
# expect: 2000-03-01 00:00:00 UTC
# expect: 2001-03-01 00:00:00 UTC
# expect: 2000-01-02 00:00:00 UTC
# expect: 2001-01-01 00:00:00 UTC
# expect: 2024-02-29 13:05:09.000007 UTC
# expect: 2024-02-29 13:05:09.000007 UTC
# expect: 2024-02-29 13:05:09.000007 UTC
# expect: 10800
# expect: true
# expect: true
# expect: [1, 15, 20, 1, 1, 2000, 6, 1, false, "UTC"]
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
