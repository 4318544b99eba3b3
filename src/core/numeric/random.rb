# Random: MT19937 generators; the default one is the actor's own.
class Random
  def self.__default
    random = Primitive.actor_local(0)
    return random unless nil == random
    Primitive.actor_set_local(0, Random.new)
  end

  def self.new_seed = Primitive.random_entropy

  def self.seed = __default.seed

  def self.srand(seed = (none = true; nil))
    before = __default.seed
    Primitive.actor_set_local(0, none ? Random.new : Random.new(seed))
    before
  end

  def self.rand(limit = (none = true; nil))
    none ? __default.rand : __default.rand(limit)
  end

  def self.random_number(limit = (none = true; nil))
    none ? __default.random_number : __default.random_number(limit)
  end

  def self.bytes(size) = __default.bytes(size)

  def self.urandom(size)
    size = Troupe::Convert.to_int(size)
    raise ArgumentError, "negative string size (or size too big)" if size < 0
    Primitive.random_urandom(size)
  end

  private def initialize(seed = (none = true; nil))
    seed = none ? Primitive.random_entropy : Troupe::Convert.to_int(seed)
    @__seed = seed
    @__state = Primitive.random_state(seed)
  end

  private def initialize_copy(other)
    @__state = Primitive.random_copy(other.__state)
    self
  end

  def __state = @__state

  def seed = @__seed

  def ==(other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    @__seed == other.seed && Primitive.random_same(@__state, other.__state)
  end

  def bytes(size)
    size = Troupe::Convert.to_int(size)
    raise ArgumentError, "negative string size (or size too big)" if size < 0
    Primitive.random_bytes(@__state, size)
  end

  def rand(limit = (none = true; nil))
    return Primitive.random_real(@__state, false) if none
    return __below(limit) || Troupe::Chance.invalid(limit) if Primitive.is_integer(limit)
    raise ArgumentError, "invalid argument - nil" if nil == limit
    if Primitive.is_float(limit)
      Troupe::Chance.invalid(limit) unless limit > 0.0
      raise Errno::EDOM if limit.infinite? || limit.nan?
      return Primitive.random_real(@__state, false) * limit
    end
    return Troupe::Chance.in_range(self, limit) || Troupe::Chance.invalid(limit) if Range === limit
    n = Primitive.responds(limit, :to_int) ? Troupe::Convert.to_int(limit) : nil
    Troupe::Convert.to_int(limit) if nil == n
    __below(n) || Troupe::Chance.invalid(limit)
  end

  # Below a limit, in the lenient way of Random::Formatter.
  def random_number(limit = nil)
    return Primitive.random_real(@__state, false) if nil == limit
    if Primitive.is_float(limit)
      return Primitive.random_real(@__state, false) unless limit > 0.0
      return Primitive.random_real(@__state, false) * limit
    end
    if Range === limit
      r = Troupe::Chance.in_range(self, limit)
      return nil == r ? Primitive.random_real(@__state, false) : r
    end
    n = Troupe::Convert.to_int(limit)
    n > 0 ? __below(n) : Primitive.random_real(@__state, false)
  end

  # An Integer from 0 to n - 1; nil unless n > 0.
  def __below(n)
    return nil if n <= 0
    return Primitive.random_limited(@__state, n - 1) if n <= 0x3fffffffffffffff
    Troupe::Chance.large(@__state, n - 1)
  end

  def __real(inclusive) = Primitive.random_real(@__state, inclusive)
end

module Kernel
  module_function

  def srand(*args) = Random.srand(*args)

  def rand(limit = nil)
    random = Random.__default
    if Primitive.is_integer(limit) && limit > 0 && limit <= 0x3fffffffffffffff
      return Primitive.random_limited(random.__state, limit - 1)
    end
    if Range === limit
      return Troupe::Chance.in_range(random, limit)
    end
    n = nil == limit ? 0 : Primitive.is_float(limit) ? limit.to_i.abs : Troupe::Convert.to_int(limit).abs
    n == 0 ? random.rand : random.__below(n)
  end
end

module Troupe
  module Chance
    def self.invalid(limit)
      raise ArgumentError, "invalid argument - #{limit.inspect}"
    end

    # A limit of any size, word by word from the top.
    def self.large(state, limit)
      count = (limit.bit_length + 31) / 32
      while true
        value = 0
        mask = 0
        boundary = true
        ok = true
        i = count - 1
        while i >= 0
          part = (limit >> (32 * i)) & 0xffffffff
          mask = mask == 0 ? (1 << part.bit_length) - 1 : 0xffffffff
          word = 0
          if mask != 0
            word = Primitive.random_word(state) & mask
            if boundary
              if word > part
                ok = false
                break
              end
              boundary = false if word < part
            end
          end
          value |= word << (32 * i)
          i -= 1
        end
        return value if ok
      end
    end

    # nil: an empty range.
    def self.in_range(random, range)
      first = range.begin
      last = range.end
      raise Errno::EDOM if nil == first || nil == last
      unless Primitive.is_float(first) || Primitive.is_float(last)
        span = last - first
        if Primitive.is_integer(span) || Primitive.responds(span, :to_int)
          span = Troupe::Convert.to_int(span)
          span += 1 unless range.exclude_end?
          r = random.__below(span)
          return nil == r ? nil : first + r
        end
      end
      in_floats(random, first, last, range.exclude_end?)
    end

    def self.in_floats(random, first, last, exclusive)
      first = Troupe::Convert.to_f(first)
      last = Troupe::Convert.to_f(last)
      raise Errno::EDOM if first.nan? || last.nan? || first.infinite? || last.infinite?
      max = last - first
      if max.infinite?
        low = first / 2.0
        max = last / 2.0
        middle = max + low
        max -= low
        return (random.__real(!exclusive) - 0.5) * max * 2 + middle
      end
      return random.__real(!exclusive) * max + first if max > 0.0
      max == 0.0 && !exclusive ? first : nil
    end
  end
end
