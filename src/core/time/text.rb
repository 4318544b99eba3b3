# Time as text: strftime, and the forms that are made of it.
module Troupe
  # One strftime: directives are %, flags, width, E or O, a letter.
  class TimeText
    COMPOSED = {
      "c" => "%a %b %e %H:%M:%S %Y", "D" => "%m/%d/%y", "F" => "%Y-%m-%d", "n" => "\n", "t" => "\t", "%" => "%",
      "r" => "%I:%M:%S %p", "R" => "%H:%M", "T" => "%H:%M:%S", "v" => "%e-%^b-%4Y", "x" => "%m/%d/%y",
      "X" => "%H:%M:%S"
    }.freeze
    MODIFIED = {"E" => "cCxXyY", "O" => "deHkIlmMSuUVwWy"}.freeze

    def initialize(time)
      @time = time
    end

    def format(text)
      out = "".encode(text.encoding)
      at = 0
      while (percent = text.index("%", at))
        out << text[at, percent - at]
        at = percent + add(out, text, percent)
      end
      out << text[at, text.size]
    end

    # Appends what the directive at `from` stands for. How long it is.
    def add(out, text, from)
      flags = run(text, from + 1, "-0^#_:")
      width = run(text, from + 1 + flags.size, "0123456789")
      colons = run(text, from + 1 + flags.size + width.size, ":")
      at = from + 1 + flags.size + width.size + colons.size
      modifier = text[at] == "E" || text[at] == "O" ? text[at] : ""
      letter = text[at + modifier.size]
      raise Errno::ERANGE, text if width.size > 6
      known = letter && (modifier.empty? || MODIFIED[modifier].include?(letter))
      shown = known && directive(letter, flags + colons, width.empty? ? nil : width.to_i)
      size = shown ? at + modifier.size + 1 - from : at - from
      out << (shown || text[from, size])
      size
    end

    # The characters of `set` from `at` on.
    def run(text, at, set)
      last = at
      last += 1 while last < text.size && set.include?(text[last])
      text[at, last - at]
    end

    # nil: there is no such directive.
    def directive(letter, flags, width)
      if flags.include?(":")
        return letter == "z" ? offset(flags, width) : nil
      end
      case letter
      when "Y" then year(@time.year, flags, width)
      when "G" then year(week_of_year[0], flags, width)
      when "C" then number(@time.year.div(100), 2, "0", flags, width)
      when "y" then number(@time.year % 100, 2, "0", flags, width)
      when "g" then number(week_of_year[0] % 100, 2, "0", flags, width)
      when "m" then number(@time.month, 2, "0", flags, width)
      when "d" then number(@time.day, 2, "0", flags, width)
      when "e" then number(@time.day, 2, " ", flags, width)
      when "j" then number(@time.yday, 3, "0", flags, width)
      when "H" then number(@time.hour, 2, "0", flags, width)
      when "k" then number(@time.hour, 2, " ", flags, width)
      when "I" then number((@time.hour + 11) % 12 + 1, 2, "0", flags, width)
      when "l" then number((@time.hour + 11) % 12 + 1, 2, " ", flags, width)
      when "M" then number(@time.min, 2, "0", flags, width)
      when "S" then number(@time.sec, 2, "0", flags, width)
      when "s" then number(@time.to_i, 1, "0", flags, width)
      when "u" then number((@time.wday + 6) % 7 + 1, 1, "0", flags, width)
      when "w" then number(@time.wday, 1, "0", flags, width)
      when "U" then number((@time.yday + 6 - @time.wday) / 7, 2, "0", flags, width)
      when "W" then number((@time.yday + 6 - (@time.wday + 6) % 7) / 7, 2, "0", flags, width)
      when "V" then number(week_of_year[1], 2, "0", flags, width)
      when "L" then fraction(width || 3)
      when "N" then fraction(width || 9)
      when "z" then offset(flags, width)
      else name(letter, flags, width)
      end
    end

    def name(letter, flags, width)
      case letter
      when "A" then word(Calendar::FULL_DAYS[@time.wday], flags, width, true)
      when "a" then word(Calendar::DAYS[@time.wday], flags, width, true)
      when "B" then word(Calendar::FULL_MONTHS[@time.month - 1], flags, width, true)
      when "b", "h" then word(Calendar::MONTHS[@time.month - 1], flags, width, true)
      when "p" then word(@time.hour < 12 ? "AM" : "PM", flags, width, false)
      when "P" then word(@time.hour < 12 ? "am" : "pm", flags, width, false)
      when "Z" then word(zone_name, flags, width, false)
      else
        composed = COMPOSED[letter]
        composed && word(format(composed), flags, width, true)
      end
    end

    def zone_name
      zone = @time.zone
      return zone.to_s if Primitive.same?(zone, nil) || Primitive.is_string(zone)
      Primitive.responds(zone, :abbr) ? zone.abbr(@time).to_s : zone.to_s
    end

    # --- Pieces -------------------------------------------------------------------------------------------------------
    def padding(flags, usual)
      last = flags.delete("#^:")[-1]
      case last
      when "-" then nil
      when "_" then " "
      when "0" then "0"
      else usual
      end
    end

    def number(value, width, usual, flags, given)
      pad = padding(flags, usual)
      digits = value.abs.to_s
      sign = value < 0 ? "-" : ""
      return sign + digits unless pad
      width = (given || width) - sign.size
      pad == "0" ? sign + digits.rjust(width, "0") : (sign + digits).rjust(width + sign.size, pad)
    end

    def year(value, flags, given) = number(value, value < 0 ? 5 : 4, "0", flags, given)

    def word(text, flags, width, upwards)
      text = text.upcase if flags.include?("^")
      text = upwards ? text.upcase : text.swapcase if flags.include?("#") && !flags.include?("^")
      width && !flags.include?("-") ? text.rjust(width, padding(flags, " ")) : text
    end

    def fraction(digits)
      digits = 9 if digits == 0
      (@time.subsec * 10**digits).floor.to_s.rjust(digits, "0")
    end

    def offset(flags, width)
      total = @time.utc_offset
      sign = total < 0 || (@time.utc? && flags.include?("-")) ? "-" : "+" # RFC 3339: not known where
      total = total.abs.round
      hours, minutes, seconds = total / 3600, total / 60 % 60, total % 60
      tail = offset_tail(flags.count(":"), minutes, seconds)
      pad = padding(flags.delete("-"), "0")
      room = (width || 0) - tail.size - 1
      case pad
      when " " then "#{sign}#{hours}".rjust([room, 2].max + 1) + tail
      else sign + hours.to_s.rjust([room, 2].max, "0") + tail
      end
    end

    def offset_tail(colons, minutes, seconds)
      minutes = minutes.to_s.rjust(2, "0")
      seconds = seconds.to_s.rjust(2, "0")
      case colons
      when 0 then seconds == "00" ? minutes : minutes + seconds
      when 1 then ":#{minutes}"
      when 2 then ":#{minutes}:#{seconds}"
      else seconds != "00" ? ":#{minutes}:#{seconds}" : minutes != "00" ? ":#{minutes}" : ""
      end
    end

    # [year, week] of ISO 8601: the week belongs to the year that has its Thursday.
    def week_of_year
      week = (@time.yday - (@time.wday + 6) % 7 + 9) / 7
      year = @time.year
      return [year - 1, weeks_of(year - 1)] if week < 1
      week > weeks_of(year) ? [year + 1, 1] : [year, week]
    end

    def weeks_of(year)
      first = (Calendar.days(year, 1, 1) + 4) % 7
      first == 4 || (first == 3 && Calendar.leap?(year)) ? 53 : 52
    end
  end
end

class Time
  def strftime(format)
    text = Troupe::Convert.to_str(format)
    raise ArgumentError, "format should have ASCII compatible encoding" unless text.encoding.ascii_compatible?
    Troupe::TimeText.new(self).format(text)
  end

  def to_s
    strftime(utc? ? "%Y-%m-%d %H:%M:%S UTC" : "%Y-%m-%d %H:%M:%S %z").force_encoding(Encoding::US_ASCII)
  end

  def inspect
    rest = subsec
    return to_s if rest == 0
    nanoseconds = rest * 1_000_000_000
    exact = nanoseconds.denominator == 1
    shown = exact ? ".#{nanoseconds.numerator.to_s.rjust(9, "0").sub(/0+\z/, "")}" : " #{rest}"
    (strftime("%Y-%m-%d %H:%M:%S") + shown + (utc? ? " UTC" : strftime(" %z"))).force_encoding(Encoding::US_ASCII)
  end

  def ctime = strftime("%a %b %e %H:%M:%S %Y")
  alias asctime ctime

  def xmlschema(digits = 0)
    digits = Troupe::Convert.to_int(digits)
    text = strftime("%Y-%m-%dT%H:%M:%S")
    text << "." << strftime("%#{digits}N") if digits > 0
    (text << (utc? ? "Z" : strftime("%:z"))).force_encoding(Encoding::US_ASCII)
  end
  alias iso8601 xmlschema
end
