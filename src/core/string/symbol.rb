# Symbol: what goes by way of the String of its name.
class Symbol
  include Comparable

  class << self
    undef_method :new
  end

  def [](*arguments)
    name[*arguments]
  end
  alias slice []

  def succ
    name.succ.to_sym
  end
  alias next succ

  def start_with?(*prefixes)
    name.start_with?(*prefixes)
  end

  def end_with?(*suffixes)
    name.end_with?(*suffixes)
  end

  def encoding
    name.encoding
  end
end
