# Time zones: ENV["TZ"] as a POSIX rule, as a file of the zone database; fixed offsets; what clocks skip or show twice.
p Time.utc(2000).zone
ENV["TZ"] = "EST5EDT,M3.2.0,M11.1.0"
t = Time.at(0)
p t, t.utc?, t.zone, t.utc_offset, t.dst?, t.to_a, Time.at(0).utc, Time.at(1.5), Time.at(1, 500), Time.at(1, 5, :nsec).nsec, Time.at(1, 5, :millisecond).usec
p Time.at(0, in: "+09:00"), Time.at(0, in: "UTC"), Time.at(0, in: "Z"), Time.at(0, in: "A"), Time.at(0, in: "-12:34:56"), Time.at(0, in: 3600), Time.at(Rational(1,3), in: "UTC"), Time.at(0, in: "UTC").zone
p Time.new(2000), Time.new(2000, 1, 2, 3, 4, 5), Time.new(2000, "feb", 2, 3, 4, 5.25, "+01:00"), Time.utc(2000, 12, 31, 23, 59, 59, 123456.789r), Time.gm(2000), Time.local(2024, 3, 10, 2, 30), Time.local(2024, 11, 3, 1, 30), Time.local(2024, 7, 1)
ENV["TZ"] = "JST-9"; p Time.at(0), Time.at(0).zone
ENV["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"; p Time.at(1720000000), Time.at(1700000000).zone, Time.local(2024, 3, 31, 2, 30), Time.local(2024, 10, 27, 2, 30)
ENV["TZ"] = "UTC"; p Time.at(0), Time.at(0).utc?
# The same block twice, in version 2 with longer times: local mean time until 1930, then +05:30, +05:45 from 1986, then a rule.
def block(pack)
  times = [-1_247_000_000, 504_901_800].pack(pack)
  ["TZif2", *[0] * 15, 0, 0, 0, 2, 3, 13].pack("a5C15N6") + times + [1, 2].pack("C2") +
    [20_476, 0, 0, 19_800, 0, 4, 20_700, 0, 8].pack("NCCNCCNCC") + "LMT\0IST\0NPTX\0"
end
path = "/tmp/trp_zone_#{$$}"
File.binwrite(path, block("l>2") + block("q>2") + "\nNPTX-5:45\n")
ENV["TZ"] = ":#{path}"
p Time.at(-2_000_000_000), Time.at(0), Time.at(504_901_799), Time.at(504_901_800), Time.at(504_901_800).zone, Time.at(10**10), Time.local(1986, 1, 1, 0, 10)
ENV["TZ"] = "Not/AZone"
p Time.at(0)
File.unlink(path)
# expect: "UTC"
# expect: 1969-12-31 19:00:00 -0500
# expect: false
# expect: "EST"
# expect: -18000
# expect: false
# expect: [0, 0, 19, 31, 12, 1969, 3, 365, false, "EST"]
# expect: 1970-01-01 00:00:00 UTC
# expect: 1969-12-31 19:00:01.5 -0500
# expect: 1969-12-31 19:00:01.0005 -0500
# expect: 5
# expect: 5000
# expect: 1970-01-01 09:00:00 +0900
# expect: 1970-01-01 00:00:00 UTC
# expect: 1970-01-01 00:00:00 UTC
# expect: 1970-01-01 01:00:00 +0100
# expect: 1969-12-31 11:25:04 -123456
# expect: 1970-01-01 01:00:00 +0100
# expect: 1970-01-01 00:00:00 1/3 UTC
# expect: "UTC"
# expect: 2000-01-01 00:00:00 -0500
# expect: 2000-01-02 03:04:05 -0500
# expect: 2000-02-02 03:04:05.25 +0100
# expect: 2000-12-31 23:59:59.123456789 UTC
# expect: 2000-01-01 00:00:00 UTC
# expect: 2024-03-10 03:30:00 -0400
# expect: 2024-11-03 01:30:00 -0500
# expect: 2024-07-01 00:00:00 -0400
# expect: 1970-01-01 09:00:00 +0900
# expect: "JST"
# expect: 2024-07-03 11:46:40 +0200
# expect: "CET"
# expect: 2024-03-31 03:30:00 +0200
# expect: 2024-10-27 02:30:00 +0100
# expect: 1970-01-01 00:00:00 +0000
# expect: false
# expect: 1906-08-17 02:07:56 +054116
# expect: 1970-01-01 05:30:00 +0530
# expect: 1985-12-31 23:59:59 +0530
# expect: 1986-01-01 00:15:00 +0545
# expect: "NPTX"
# expect: 2286-11-20 23:31:40 +0545
# expect: 1986-01-01 00:25:00 +0545
# expect: 1970-01-01 00:00:00 +0000
