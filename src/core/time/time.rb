# Time: a moment, in nanoseconds since 1970 began in UTC (an Integer, or a Rational of finer ones), and how it is to be read:
# in UTC, in local time (zone.c), or at a fixed offset.
module Troupe
  # The Gregorian calendar without end in both directions, and what callers say of it.
  module Calendar
    NANOSECONDS = 1_000_000_000
    MONTHS = %w[Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec].freeze
    FULL_MONTHS = %w[January February March April May June July August September October November December].freeze
    DAYS = %w[Sun Mon Tue Wed Thu Fri Sat].freeze
    FULL_DAYS = %w[Sunday Monday Tuesday Wednesday Thursday Friday Saturday].freeze
    BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334].freeze
    OFFSET_EXPECTED = '"+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: '

    def self.leap?(year) = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)

    # Days since 1970-01-01.
    def self.days(year, month, day)
      year -= 1 if month <= 2
      era = year.div(400)
      of_era = year - era * 400
      of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
      era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    end

    def self.date(days)
      days += 719_468
      era = days.div(146_097)
      of_era = days - era * 146_097
      year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365
      of_year = of_era - (365 * year + year / 4 - year / 100)
      month = (5 * of_year + 2) / 153
      day = of_year - (153 * month + 2) / 5 + 1
      month += month < 10 ? 3 : -9
      [year + era * 400 + (month <= 2 ? 1 : 0), month, day]
    end

    # --- What callers give --------------------------------------------------------------------------------------------
    def self.exact(value)
      not_exact(value) if Primitive.is_kind(value, Time)
      return value if Primitive.is_integer(value)
      if Primitive.is_float(value)
        raise FloatDomainError, value.to_s if value.nan? || value.infinite?
        return whole(value.to_r)
      end
      return whole(value) if Primitive.is_kind(value, Rational)
      if !Primitive.same?(value, nil) && !Primitive.is_string(value)
        return whole(value.to_r) if Primitive.responds(value, :to_r) && Primitive.responds(value, :to_int)
        return Convert.to_int(value) if Primitive.responds(value, :to_int)
      end
      not_exact(value)
    end

    def self.not_exact(value)
      raise TypeError, "can't convert #{Primitive.real_class(value)} into an exact number"
    end

    def self.whole(rational)
      return rational if Primitive.is_integer(rational)
      not_exact(rational) unless Primitive.is_kind(rational, Rational)
      rational.denominator == 1 ? rational.numerator : rational
    end

    def self.integer(value)
      return value if Primitive.is_integer(value)
      return Kernel.Integer(value, 10) if Primitive.is_string(value)
      Convert.to_int(value)
    end

    # Of what a few bits hold: which part it is that is wrong; of anything else not even that is said.
    def self.within(value, range, name, bits)
      return value if range.include?(value)
      raise ArgumentError, "#{value >= 0 && value < 1 << bits ? name : "argument"} out of range"
    end

    def self.part(value, default, range, name, bits)
      Primitive.same?(value, nil) ? default : within(integer(value), range, name, bits)
    end

    def self.month(value)
      return 1 if Primitive.same?(value, nil)
      text = Primitive.is_integer(value) ? nil : Convert.try_str(value)
      if text
        index = MONTHS.index { |name| name.casecmp?(text) }
        return index + 1 if index
        value = text
      end
      within(integer(value), 1..12, "mon", 4)
    end

    # Whole seconds, and the nanoseconds of the rest.
    def self.seconds(value)
      return [0, 0] if Primitive.same?(value, nil)
      if Primitive.is_string(value)
        return [within(integer(value), 0..60, "sec", 6), 0]
      end
      exact = exact(value)
      within(exact.floor, 0..60, "sec", 6)
      [exact.floor, whole(Rational(exact % 1 * NANOSECONDS))]
    end

    # Seconds east of UTC; :utc; or nil: it is no text of an offset. (Nothing here touches $~, which is the caller's.)
    def self.text_offset(text)
      return :utc if text == "UTC" || text == "Z" || text == "-00:00"
      return letter_offset(text) if text.match?(/\A[A-IK-Y]\z/)
      return nil unless text.match?(/\A[+-]\d\d(?::?\d\d|:\d\d:\d\d|\d{4})?\z/)
      digits = text.delete(":")
      hours, minutes, seconds = digits[1, 2].to_i, digits[3, 2].to_i, digits[5, 2].to_i
      return nil if minutes > 59 || seconds > 59
      raise ArgumentError, "utc_offset out of range" if hours > 23
      total = hours * 3600 + minutes * 60 + seconds
      digits.start_with?("-") ? -total : total
    end

    def self.letter_offset(letter)
      return letter.ord - 64 <= 9 ? (letter.ord - 64) * 3600 : (letter.ord - 65) * 3600 if letter < "N"
      -(letter.ord - 77) * 3600
    end

    # As `in:` and the zone of Time.new: :utc, seconds, or an object that knows a zone.
    # Of a text that is none the class of the Time may know what zone it names.
    def self.offset(value, type = Time)
      text = Primitive.is_integer(value) ? nil : Convert.try_str(value)
      if text
        raise ArgumentError, OFFSET_EXPECTED + text.inspect unless text.encoding.ascii_compatible?
        offset = text_offset(text)
        offset = type.find_timezone(text) if Primitive.same?(offset, nil) && Primitive.responds(type, :find_timezone)
        raise ArgumentError, OFFSET_EXPECTED + text if Primitive.same?(offset, nil)
        return offset
      end
      return value if Primitive.responds(value, :utc_to_local) || Primitive.responds(value, :local_to_utc)
      check_offset(exact(value))
    end

    def self.check_offset(seconds)
      raise ArgumentError, "utc_offset out of range" unless seconds > -86_400 && seconds < 86_400
      seconds
    end

    # --- Local time ---------------------------------------------------------------------------------------------------
    # The moment at which local clocks show so many seconds. What they show twice is the second; what they skip is counted on.
    def self.from_local(shown, summer = nil)
      before = Primitive.time_zone(shown - 86_400)
      after = Primitive.time_zone(shown + 86_400)
      found = [before, after].map { |zone| shown - zone[0] }.select { |at| at + Primitive.time_zone(at)[0] == shown }
      return shown - before[0] if found.empty?
      chosen = Primitive.same?(summer, nil) ? nil : found.find { |at| Primitive.time_zone(at)[1] == summer }
      chosen || found[-1]
    end
  end
end

class Time
  include Comparable

  # --- Making ---------------------------------------------------------------------------------------------------------
  class << self
    def now(**options) = new(**options)

    def at(time, part = (no_part = true), unit = :microsecond, **options)
      zone = __zone_option(options)
      if Primitive.is_kind(time, Time)
        Troupe::Calendar.not_exact(time) unless no_part
        nanoseconds = time.__nanoseconds
      else
        nanoseconds = Troupe::Calendar.exact(time) * 1_000_000_000
      end
      nanoseconds += Troupe::Calendar.exact(part) * __unit(unit) unless no_part
      made = allocate
      return made.__set(nanoseconds, Troupe::Calendar.offset(zone, self)) unless Primitive.same?(zone, nil)
      Primitive.is_kind(time, Time) ? made.__like(time, nanoseconds) : made.__set(nanoseconds, :local)
    end

    def utc(*arguments) = allocate.__civil(__order(arguments), :utc)
    alias gm utc

    def local(*arguments) = allocate.__civil(__order(arguments), :local)
    alias mktime local

    def __zone_option(options)
      zone = options.delete(:in)
      raise ArgumentError, "unknown keyword: #{options.keys[0].inspect}" unless options.empty?
      zone
    end

    # year … second, nanoseconds, and whether it is summer time; ten are in the order of to_a.
    def __order(arguments)
      count = arguments.size
      unless count == 10 || count.between?(1, 8)
        raise ArgumentError, "wrong number of arguments (given #{count}, expected 1..8)"
      end
      return arguments.first(6).reverse + [nil, arguments[8] ? true : false] if count == 10
      arguments[0, 6] + [nil] * (6 - arguments[0, 6].size) + [arguments[6], nil]
    end

    def __unit(unit)
      case unit
      when :microsecond, :usec then 1000
      when :millisecond then 1_000_000
      when :nanosecond, :nsec then 1
      else raise ArgumentError, "unexpected unit: #{unit}"
      end
    end

    private :__zone_option, :__order, :__unit
  end

  def initialize(year = (now = true), month = nil, day = nil, hour = nil, minute = nil, second = nil, zone = nil,
                 precision: 9, **options)
    within = Time.__send__(:__zone_option, options)
    unless Primitive.same?(within, nil) || Primitive.same?(zone, nil)
      raise ArgumentError, "timezone argument given as positional and keyword arguments"
    end
    zone = within if Primitive.same?(zone, nil)
    mode = Primitive.same?(zone, nil) ? :local : Troupe::Calendar.offset(zone, Primitive.real_class(self))
    return __set(Primitive.time_now, mode) if now
    text = Primitive.same?(month, nil) ? Troupe::Convert.try_str(year) : nil
    unless Primitive.same?(text, nil) || text.encoding.ascii_compatible?
      raise ArgumentError, "time string should have ASCII compatible encoding"
    end
    return __parse(text, mode, precision) if text && !text.match?(/\A\d+\z/)
    __civil([year, month, day, hour, minute, second, nil, nil], mode)
  end

  def __set(nanoseconds, mode)
    @__nanoseconds = Primitive.is_kind(nanoseconds, Rational) ? Troupe::Calendar.whole(nanoseconds) : nanoseconds
    @__mode = mode
    @__zone = @__parts = nil
    __ask_zone unless Primitive.is_symbol(mode) || Primitive.is_integer(mode) || Primitive.is_kind(mode, Rational)
    self
  end

  # The same way of reading as another Time, at another moment.
  def __like(time, nanoseconds)
    zone = time.__zone_object
    __set(nanoseconds, Primitive.same?(zone, nil) ? time.__mode : zone)
  end

  # The zone of the mode, which is an object, says what its clocks show.
  def __ask_zone
    @__zone = @__mode
    Troupe::Calendar.not_exact(@__zone) unless Primitive.responds(@__zone, :utc_to_local)
    shown = @__zone.utc_to_local(Time.at(@__nanoseconds.div(1_000_000_000), in: "UTC"))
    shown = Primitive.is_kind(shown, Time) ? shown.to_i + shown.utc_offset : shown.to_i
    @__mode = Troupe::Calendar.check_offset(shown - to_i)
  end

  def __civil(parts, mode)
    year, month, day, hour, minute, second, microseconds, summer = parts
    year = Troupe::Calendar.integer(year)
    month = Troupe::Calendar.month(month)
    day = Troupe::Calendar.part(day, 1, 1..31, "mday", 5)
    hour = Troupe::Calendar.part(hour, 0, 0..24, "hour", 5)
    minute = Troupe::Calendar.part(minute, 0, 0..59, "min", 6)
    seconds, rest = Troupe::Calendar.seconds(second)
    raise ArgumentError, "#{minute > 0 ? "min" : "sec"} out of range" if hour == 24 && (minute > 0 || seconds > 0)
    rest = __microseconds(microseconds) unless Primitive.same?(microseconds, nil)
    shown = ((Troupe::Calendar.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + seconds
    __shown(shown, rest, mode, summer)
  end

  def __microseconds(given)
    given = given.to_r if Primitive.is_string(given)
    exact = Troupe::Calendar.exact(given)
    raise ArgumentError, "subsecx out of range" unless exact >= 0 && exact < 1_000_000
    exact * 1000
  end

  # The moment at which a clock shows so many seconds of an imagined UTC.
  def __shown(shown, rest, mode, summer)
    case mode
    when :utc then at = shown
    when :local then at = Troupe::Calendar.from_local(shown, summer)
    when Integer, Rational then at = shown - mode
    else
      Troupe::Calendar.not_exact(mode) unless Primitive.responds(mode, :local_to_utc)
      at = mode.local_to_utc(Time.at(shown, in: "UTC")).to_i
      __set(at * 1_000_000_000 + rest, Troupe::Calendar.check_offset(shown - at))
      @__zone = mode
      return self
    end
    __set(at * 1_000_000_000 + rest, mode)
    __parts # by the zone of now, whatever TZ will be
    self
  end

  # "2000-12-31 23:59:59.5 +09:00"
  def __parse(text, mode, precision)
    precision = Troupe::Convert.to_int(precision) unless Primitive.same?(precision, nil)
    size = text.index("-") || text.size
    date = text[size, 15]
    raise ArgumentError, "no time information in #{text.inspect}" if text.match?(/\A\d{4,}-\d\d(?:-\d\d)?\z/)
    unless text[0, size].match?(/\A\d{4,}\z/) && date.match?(/\A-\d\d-\d\d[ T]\d\d:\d\d:\d\d\z/)
      raise ArgumentError, "can't parse: #{text.inspect}"
    end
    rest, tail = __fraction(text[size + 15, text.size])
    raise ArgumentError, "can't parse: #{text.inspect}" unless tail.match?(/\A\S*\z/)
    mode = Troupe::Calendar.offset(tail, Primitive.real_class(self)) unless tail.empty?
    parts = [1, 4, 7, 10, 13].map { |at| date[at, 2] }
    __check_text(parts)
    __civil([text[0, size], *parts, nil, nil], mode)
    rest = rest[0, precision] if precision && precision >= 0
    __set(@__nanoseconds + Rational(rest.to_i * 1_000_000_000, 10**rest.size), @__mode) unless rest.empty?
  end

  # Digits behind a dot, and what follows.
  def __fraction(text)
    return ["", __tail(text)] unless text.start_with?(".")
    size = 1
    size += 1 while size < text.size && text[size].match?(/\d/)
    raise ArgumentError, "subsecond expected after dot: #{text}" if size == 1
    [text[1, size - 1], __tail(text[size, text.size])]
  end

  # The zone, behind one blank or none.
  def __tail(text) = text.start_with?(" ") && text.size > 1 ? text[1, text.size] : text

  def __check_text(parts)
    [["mon", 1..12], ["mday", 1..31], ["hour", 0..24], ["min", 0..59], ["sec", 0..60]].each_with_index do |(name, range), i|
      raise ArgumentError, "#{name} out of range" unless range.include?(parts[i].to_i)
    end
  end

  def initialize_copy(other)
    __like(other, other.__nanoseconds)
  end

  def __nanoseconds = @__nanoseconds

  def __mode = @__mode

  def __zone_object = @__zone

  private :__ask_zone, :__microseconds, :__shown, :__parse, :__fraction, :__tail,
          :__check_text

  # --- Parts ----------------------------------------------------------------------------------------------------------
  # [year, month, day, hour, minute, second, weekday, day of the year, offset, summer time, zone]
  def __parts
    return @__parts if @__parts
    parts = __read
    @__parts = parts unless Primitive.is_frozen(self)
    parts
  end

  def __read
    at = @__nanoseconds.div(1_000_000_000)
    offset, summer, name = __zone_at(at)
    shown = Primitive.is_integer(offset) ? at + offset : (to_r + offset).floor
    days = shown.div(86_400)
    rest = shown - days * 86_400
    year, month, day = Troupe::Calendar.date(days)
    of_year = Troupe::Calendar::BEFORE_MONTH[month - 1] + day
    of_year += 1 if month > 2 && Troupe::Calendar.leap?(year)
    [year, month, day, rest / 3600, rest / 60 % 60, rest % 60, (days + 4) % 7, of_year, offset, summer, name]
  end

  def __zone_at(seconds)
    case @__mode
    when :utc then [0, false, "UTC"]
    when :local then Primitive.time_zone(seconds)
    else [@__mode, @__zone && Primitive.responds(@__zone, :dst?) ? @__zone.dst?(self) : false, @__zone]
    end
  end
  private :__read, :__zone_at

  def year = __parts[0]

  def month = __parts[1]
  alias mon month

  def day = __parts[2]
  alias mday day

  def hour = __parts[3]

  def min = __parts[4]

  def sec = __parts[5]

  def wday = __parts[6]

  def yday = __parts[7]

  def utc_offset = __parts[8]
  alias gmtoff utc_offset
  alias gmt_offset utc_offset

  def isdst = __parts[9]
  alias dst? isdst

  def zone
    zone = __parts[10]
    return zone unless Primitive.is_string(zone)
    zone.dup
  end

  def sunday? = wday == 0

  def monday? = wday == 1

  def tuesday? = wday == 2

  def wednesday? = wday == 3

  def thursday? = wday == 4

  def friday? = wday == 5

  def saturday? = wday == 6

  # Of the second that is shown: an offset need not be whole seconds.
  def __rest
    return @__nanoseconds % 1_000_000_000 unless Primitive.is_kind(@__mode, Rational)
    (@__nanoseconds + @__mode * 1_000_000_000) % 1_000_000_000
  end

  def nsec = __rest.floor
  alias tv_nsec nsec

  def usec = __rest.div(1000)
  alias tv_usec usec

  def subsec
    rest = __rest
    rest == 0 ? 0 : Rational(rest, 1_000_000_000)
  end

  def to_i = @__nanoseconds.div(1_000_000_000)
  alias tv_sec to_i

  def to_r = Rational(@__nanoseconds, 1_000_000_000)

  def to_f = Primitive.is_integer(@__nanoseconds) ? @__nanoseconds.fdiv(1_000_000_000) : to_r.to_f

  def to_a = [sec, min, hour, day, month, year, wday, yday, isdst, zone]

  def deconstruct_keys(keys)
    unless Primitive.same?(keys, nil) || Primitive.is_array(keys)
      raise TypeError, "wrong argument type #{Primitive.real_class(keys)} (expected Array or nil)"
    end
    all = {year: year, month: month, day: day, yday: yday, wday: wday, hour: hour, min: min, sec: sec, subsec: subsec,
           dst: dst?, zone: zone}
    Primitive.same?(keys, nil) ? all : all.slice(*keys)
  end

  # --- Ways of reading ------------------------------------------------------------------------------------------------
  def utc? = @__mode == :utc
  alias gmt? utc?

  def utc
    utc? ? self : __set(@__nanoseconds, :utc)
  end
  alias gmtime utc

  def getutc = Time.allocate.__set(@__nanoseconds, :utc)
  alias getgm getutc

  def localtime(zone = nil)
    if Primitive.same?(zone, nil)
      __set(@__nanoseconds, :local) unless @__mode == :local
      __parts # by the zone of now, whatever TZ will be
    else
      __set(@__nanoseconds, Troupe::Calendar.offset(zone, Primitive.real_class(self)))
    end
    self
  end

  def getlocal(zone = nil)
    type = Primitive.real_class(self)
    made = Time.allocate
    made.__set(@__nanoseconds, Primitive.same?(zone, nil) ? :local : Troupe::Calendar.offset(zone, type))
    made.localtime if Primitive.same?(zone, nil)
    made
  end

  # --- Arithmetic -----------------------------------------------------------------------------------------------------
  def +(other)
    raise TypeError, "time + time?" if Primitive.is_kind(other, Time)
    Time.allocate.__like(self, @__nanoseconds + Troupe::Calendar.exact(other) * 1_000_000_000)
  end

  def -(other)
    unless Primitive.is_kind(other, Time)
      return Time.allocate.__like(self, @__nanoseconds - Troupe::Calendar.exact(other) * 1_000_000_000)
    end
    difference = @__nanoseconds - other.__nanoseconds
    Primitive.is_integer(difference) ? difference.fdiv(1_000_000_000) : (difference / 1_000_000_000).to_f
  end

  def <=>(other)
    return @__nanoseconds <=> other.__nanoseconds if Primitive.is_kind(other, Time)
    return nil unless Primitive.responds(other, :<=>)
    order = other <=> self
    return nil if Primitive.same?(order, nil)
    order > 0 ? -1 : order < 0 ? 1 : 0
  end

  def eql?(other) = Primitive.is_kind(other, Time) && @__nanoseconds == other.__nanoseconds

  def hash = @__nanoseconds.hash

  def round(digits = 0)
    __rounded(digits) { |rest, unit| rest * 2 >= unit ? unit - rest : -rest }
  end

  def floor(digits = 0)
    __rounded(digits) { |rest, _| -rest }
  end

  def ceil(digits = 0)
    __rounded(digits) { |rest, unit| rest == 0 ? 0 : unit - rest }
  end

  def __rounded(digits)
    digits = Troupe::Convert.to_int(digits)
    raise ArgumentError, "negative ndigits given" if digits < 0
    unit = Rational(1_000_000_000, 10**digits)
    unit = unit.numerator if unit.denominator == 1
    Time.allocate.__like(self, @__nanoseconds + yield(@__nanoseconds % unit, unit))
  end
  private :__rounded, :__rest
end
