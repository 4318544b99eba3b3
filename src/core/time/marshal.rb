# Time in Marshal: the eight bytes of CRuby's format (UTC to the microsecond), and behind them, where it reads no further, the
# nanoseconds left and the offset. What is finer is lost.
class Time
  NO_OFFSET = 0x7fff_ffff
  private_constant :NO_OFFSET

  def _dump(limit = -1)
    t = getutc
    raise ArgumentError, "year too small to marshal: #{t.year} UTC" if t.year < 1900
    raise ArgumentError, "year too big to marshal: #{t.year} UTC" if t.year > 67_435
    high = 1 << 31 | (utc? ? 1 << 30 : 0) | (t.year - 1900) << 14 | (t.month - 1) << 10 | t.day << 5 | t.hour
    low = t.min << 26 | t.sec << 20 | t.usec
    left = t.nsec % 1000
    return [high, low].pack("V2") if utc? && left == 0
    [high, low, left, utc? ? NO_OFFSET : utc_offset.to_i].pack("V2vl<")
  end

  def self._load(text)
    text = Troupe::Convert.to_str(text).b
    raise TypeError, "marshaled time format differ" if text.bytesize < 8
    high, low, left, offset = text.unpack("V2vl<")
    return at(high, low) if high[31] == 0 # older: seconds and microseconds
    time = utc((high >> 14 & 0xffff) + 1900, (high >> 10 & 15) + 1, high >> 5 & 31, high & 31, low >> 26, low >> 20 & 63,
               Rational((low & 0xfffff) * 1000 + (left || 0), 1000))
    return time if high[30] == 1
    Primitive.same?(offset, nil) || offset == NO_OFFSET ? time.localtime : time.localtime(offset)
  end

  private :_dump
  private_class_method :_load
end
