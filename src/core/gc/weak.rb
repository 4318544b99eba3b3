# Maps that keep nothing alive. A pair holds its key and value by weak edges and answers with itself for one that died, so that
# nil and false can be keys. Dead pairs go at the first addition after a collection, which looked at all of them too.
module ObjectSpace
  class WeakMap # keys by identity; an entry is there while its key and its value live
    include Enumerable

    def initialize
      @__pairs = {}
      @__swept = 0 # at that collection
    end

    def [](key)
      pair = @__pairs[Primitive.object_id_of(key)]
      __live?(pair) && Primitive.same?(Primitive.weak_key(pair), key) ? Primitive.weak_value(pair) : nil
    end

    def []=(key, value)
      __sweep unless Primitive.gc_count == @__swept
      @__pairs[Primitive.object_id_of(key)] = Primitive.weak_pair(key, value)
      value
    end

    def delete(key)
      id = Primitive.object_id_of(key)
      pair = @__pairs[id]
      unless __live?(pair) && Primitive.same?(Primitive.weak_key(pair), key)
        return block_given? ? yield(key) : nil
      end
      value = Primitive.weak_value(pair)
      @__pairs.delete(id)
      value
    end

    def key?(key)
      pair = @__pairs[Primitive.object_id_of(key)]
      __live?(pair) && Primitive.same?(Primitive.weak_key(pair), key)
    end
    alias include? key?
    alias member? key?

    def each
      raise LocalJumpError, "no block given (yield)" unless block_given?
      __entries.each { |key, value| yield key, value }
      self
    end
    alias each_pair each

    def each_key
      raise LocalJumpError, "no block given (yield)" unless block_given?
      __entries.each { |key, _| yield key }
      self
    end

    def each_value
      raise LocalJumpError, "no block given (yield)" unless block_given?
      __entries.each { |_, value| yield value }
      self
    end

    def keys = __entries.map { |key, _| key }

    def values = __entries.map { |_, value| value }

    def size
      __sweep
      @__pairs.size
    end
    alias length size

    def inspect
      entries = __entries.map { |key, value| "#{__show(key)} => #{__show(value)}" }
      text = Primitive.any_to_s
      entries.empty? ? text : "#{text[0..-2]}: #{entries.join(", ")}>"
    end

    private

    def __live?(pair)
      return false if Primitive.same?(pair, nil)
      !Primitive.same?(Primitive.weak_key(pair), pair) && !Primitive.same?(Primitive.weak_value(pair), pair)
    end

    def __show(value) = Primitive.weak_possible(value) ? Primitive.any_to_s_of(value) : value.inspect

    def __sweep
      @__pairs.delete_if { |_, pair| !__live?(pair) }
      @__swept = Primitive.gc_count
    end

    def __entries
      found = []
      @__pairs.each_value do |pair|
        key = Primitive.weak_key(pair)
        value = Primitive.weak_value(pair)
        found << [key, value] unless Primitive.same?(key, pair) || Primitive.same?(value, pair)
      end
      found
    end
  end

  class WeakKeyMap # keys by eql?; an entry is there while its key lives
    def initialize
      clear
    end

    def [](key)
      pair, value = __find(key)
      pair ? value : nil
    end

    def []=(key, value)
      raise ArgumentError, "WeakKeyMap keys must be garbage collectable" unless Primitive.weak_possible(key)
      entry = __find(key)
      if entry
        entry[1] = value
      else
        __sweep unless Primitive.gc_count == @__swept
        (@__buckets[key.hash] ||= []) << [Primitive.weak_pair(key, nil), value]
        @__count += 1
      end
      value
    end

    def delete(key)
      entry = __find(key)
      return block_given? ? yield(key) : nil unless entry
      @__buckets[key.hash].delete_if { |other| Primitive.same?(other, entry) }
      @__count -= 1
      entry[1]
    end

    def getkey(key)
      entry = __find(key)
      entry ? Primitive.weak_key(entry[0]) : nil
    end

    def key?(key) = __find(key) ? true : false

    def clear
      @__buckets = {}
      @__count = 0
      @__swept = 0 # at that collection
      self
    end

    def inspect
      __sweep
      "#{Primitive.any_to_s[0..-2]} size=#{@__count}>"
    end

    private

    def __find(key)
      bucket = @__buckets[key.hash]
      return nil unless bucket
      bucket.find do |pair, _|
        held = Primitive.weak_key(pair)
        !Primitive.same?(held, pair) && (Primitive.same?(held, key) || key.eql?(held))
      end
    end

    def __sweep
      @__count = 0
      @__buckets.delete_if do |_, bucket|
        bucket.delete_if { |pair, _| Primitive.same?(Primitive.weak_key(pair), pair) }
        @__count += bucket.size
        bucket.empty?
      end
      @__swept = Primitive.gc_count
    end
  end
end
