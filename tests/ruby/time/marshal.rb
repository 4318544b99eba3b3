# Time through Marshal: the moment to the nanosecond, and how it is read.
[Time.utc(2024, 2, 29, 13, 5, 9, 7), Time.at(0, 123_456_789, :nsec, in: "+05:30"), Time.at(10**9, in: "-01:00")].each do |t|
  u = Marshal.load(Marshal.dump(t))
  p u, u == t, u.utc?, u.utc_offset, u.nsec
end
p Marshal.load("\x04\bu:\tTime\r \x80\x1E\xC0\x00\x00\x00\x00".b).utc
# expect: 2024-02-29 13:05:09.000007 UTC
# expect: true
# expect: true
# expect: 0
# expect: 7000
# expect: 1970-01-01 05:30:00.123456789 +0530
# expect: true
# expect: false
# expect: 19800
# expect: 123456789
# expect: 2001-09-09 00:46:40 -0100
# expect: true
# expect: false
# expect: -3600
# expect: 0
# expect: 2022-01-01 00:00:00 UTC
