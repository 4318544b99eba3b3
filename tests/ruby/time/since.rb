# Time: what is newer than 3.1.
t = Time.utc(2024, 2, 29, 13, 5, 9, 7)
p t.iso8601, t.xmlschema(3), t.getlocal("+02:00").iso8601(2), t.deconstruct_keys([:year, :zone])
p Time.new("2020-12-25 00:56:17.25 +09:00"), Time.new("2020-12-25T00:56:17Z").utc?, Time.new("2020", in: "UTC"), Time.new("2021-12-25 00:00:00.123456789876 +09:00", precision: 3).subsec
["2020-12-25", "2020-12-25 00:56 +09:00", "2020-13-25 00:56:17", " 2020-12-25 00:56:17"].each { |s| begin; Time.new(s); rescue ArgumentError => e; p e.message; end }
case t
in {year:, month: 2 => month} then p year, month
end
begin; t.freeze.localtime("+01:00"); rescue FrozenError => e; p e.class; end
zone = Object.new
def zone.utc_to_local(t) = t + 3600
def zone.local_to_utc(t) = t - 3600
p Time.at(0, in: zone), Time.new(2000, 1, 1, in: zone).utc, Time.at(0, in: zone).zone == zone
# since: 3.4
# expect: "2024-02-29T13:05:09Z"
# expect: "2024-02-29T13:05:09.000Z"
# expect: "2024-02-29T15:05:09.00+02:00"
# expect: {year: 2024, zone: "UTC"}
# expect: 2020-12-25 00:56:17.25 +0900
# expect: true
# expect: 2020-01-01 00:00:00 UTC
# expect: (123/1000)
# expect: "no time information in \"2020-12-25\""
# expect: "can't parse: \"2020-12-25 00:56 +09:00\""
# expect: "mon out of range"
# expect: "can't parse: \" 2020-12-25 00:56:17\""
# expect: 2024
# expect: 2
# expect: FrozenError
# expect: 1970-01-01 01:00:00 +0100
# expect: 1999-12-31 23:00:00 UTC
# expect: true
