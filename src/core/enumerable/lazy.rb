# Enumerator::Lazy: each step is a source and a driver, which runs the source and hands on what passes.
class Enumerator
  class Lazy < Enumerator
    def self.__source(source, size)
      lazy = allocate
      lazy.__setup_lazy(source, nil, [], size) { |out| source.each { |*a| out.call(*a) } }
    end

    def initialize(source, size = nil, &block)
      raise ArgumentError, "tried to call lazy new without a block" unless block
      __setup_lazy(source, nil, [], size) do |out|
        yielder = Yielder.new(&out)
        source.each { |*a| block.call(yielder, *a) }
      end
    end

    def __setup_lazy(source, meth, args, size, &driver)
      @__source = source
      @__call = meth
      @__arguments = args
      @__size = size
      @__driver = driver
      self
    end

    # Runs everything and hands each result to the block.
    def __drive(&out) = @__driver.call(out)

    def __run(&out) = @__driver.call(out)

    private def __step(meth, args, size, &driver)
      Lazy.allocate.__setup_lazy(self, meth, args, size, &driver)
    end

    private def __need(block, name)
      raise ArgumentError, "tried to call lazy #{name} without a block" unless block
    end

    def each(*args, &block)
      return self unless block
      r = __drive(&block)
      Lazy === r ? r : self
    end

    def size
      n = @__size
      return n if Primitive.same?(n, nil) || Primitive.is_integer(n) || Primitive.is_float(n) # whatever `call` they have
      Primitive.responds(n, :call) ? n.call : n
    end

    def force(*args) = to_a(*args)

    def to_a(*)
      out = []
      __drive { |*packed| out << packed }
      out
    end

    def first(n = (none = true; nil))
      if none
        __drive { |*packed| return packed }
        return nil
      end
      take(n).to_a
    end

    def lazy = self

    def eager
      source = self
      Enumerator.new(size) { |y| source.each { |*a| y.yield(*a) } }
    end

    def to_enum(meth = :each, *args, **options, &size)
      source = self
      lazy = Lazy.allocate
      if :with_index == meth || :each_with_index == meth
        return lazy.__setup_lazy(source, meth, args, size) { |out| source.__indexed(args[0] || 0, &out) }
      end
      lazy.__setup_lazy(source, meth, args, size) do |out|
        options.empty? ? source.__send__(meth, *args, &out) : source.__send__(meth, *args, **options, &out)
      end
    end

    def __indexed(offset)
      i = offset - 1
      __drive { |*packed| yield packed, i += 1 }
    end

    alias enum_for to_enum

    def map(&f)
      __need(f, "map")
      source = self
      __step(:map, [], size) { |out| source.__drive { |*a| out.call(f.call(*a)) } }
    end

    alias collect map

    def flat_map(&f)
      __need(f, "flat_map")
      source = self
      __step(:flat_map, [], nil) do |out|
        source.__drive do |*a|
          r = f.call(*a)
          if Primitive.is_array(r) || Lazy === r || (Primitive.responds(r, :force) && Primitive.responds(r, :each))
            r.each { |x| out.call(x) }
          elsif nil == (ary = Troupe::Convert.try_ary(r))
            out.call(r)
          else
            ary.each { |x| out.call(x) }
          end
        end
      end
    end

    alias collect_concat flat_map

    def select(&f)
      __need(f, "select")
      source = self
      __step(:select, [], nil) { |out| source.__drive { |*packed| out.call(packed) if f.call(packed) } }
    end

    alias filter select
    alias find_all select

    def filter_map(&f)
      __need(f, "filter_map")
      source = self
      __step(:filter_map, [], nil) do |out|
        source.__drive do |*a|
          r = f.call(*a)
          out.call(r) if r
        end
      end
    end

    def reject(&f)
      __need(f, "reject")
      source = self
      __step(:reject, [], nil) { |out| source.__drive { |*packed| out.call(packed) unless f.call(packed) } }
    end

    def grep(pattern, &f)
      source = self
      __step(:grep, [pattern], nil) do |out|
        source.__drive do |*packed|
          x = packed
          out.call(f ? f.call(x) : x) if pattern.===(x)
        end
      end
    end

    def grep_v(pattern, &f)
      source = self
      __step(:grep_v, [pattern], nil) do |out|
        source.__drive do |*packed|
          x = packed
          out.call(f ? f.call(x) : x) unless pattern.===(x)
        end
      end
    end

    def take(n)
      n = Troupe::Walk.count(n, "attempt to take negative size")
      source = self
      total = size
      total = n if !(nil == total) && total > n
      __step(:take, [n], total) do |out|
        left = n
        if left > 0
          source.__drive do |*a|
            left -= 1
            out.call(Primitive.pack(a))
            break if left == 0
          end
        end
      end
    end

    def take_while(&f)
      __need(f, "take_while")
      source = self
      __step(:take_while, [], nil) do |out|
        source.__drive do |*a|
          break unless f.call(*a)
          out.call(Primitive.pack(a))
        end
      end
    end

    def drop(n)
      n = Troupe::Walk.count(n, "attempt to drop negative size")
      source = self
      total = size
      total = total > n ? total - n : 0 unless nil == total
      __step(:drop, [n], total) do |out|
        left = n
        source.__drive { |*packed| left > 0 ? left -= 1 : out.call(packed) }
      end
    end

    def drop_while(&f)
      __need(f, "drop_while")
      source = self
      __step(:drop_while, [], nil) do |out|
        dropping = true
        source.__drive do |*a|
          dropping = false if dropping && !f.call(*a)
          out.call(Primitive.pack(a)) unless dropping
        end
      end
    end

    def zip(*others, &block)
      return super if block
      others.each { |x| Troupe::Walk.zip_other(x) }
      source = self
      __step(:zip, others, size) do |out|
        columns = others.map { |x| Troupe::Convert.try_ary(x) || x.to_enum(:each) }
        i = 0
        source.__drive do |*packed|
          row = [packed]
          columns.each { |c| row << (Primitive.is_array(c) ? c[i] : __next_of(c)) }
          i += 1
          out.call(row)
        end
      end
    end

    private def __next_of(enum)
      enum.next
    rescue StopIteration
      nil
    end

    def uniq(&f)
      source = self
      __step(:uniq, [], nil) do |out|
        seen = {}
        source.__drive do |*a|
          x = Primitive.pack(a)
          key = f ? f.call(*a) : x
          unless seen.key?(key)
            seen[key] = true
            out.call(x)
          end
        end
      end
    end

    def compact
      source = self
      __step(:compact, [], nil) { |out| source.__drive { |*packed| out.call(packed) unless nil == packed } }
    end

    def with_index(offset = 0, &f)
      offset = nil == offset ? 0 : Troupe::Convert.to_int(offset)
      source = self
      __step(:with_index, offset == 0 ? [] : [offset], size) do |out|
        i = offset - 1
        source.__drive do |*a|
          x = Primitive.pack(a)
          i += 1
          if f
            f.call(x, i)
            out.call(x)
          else
            out.call([x, i])
          end
        end
      end
    end

    alias each_with_index with_index

    def chunk(*args, &block) = super(*args, &block).lazy

    def slice_before(*args, &block) = super(*args, &block).lazy

    def slice_after(*args, &block) = super(*args, &block).lazy

    def slice_when(*args, &block) = super(*args, &block).lazy

    def chunk_while(*args, &block) = super(*args, &block).lazy

    def inspect
      return "#<#{Primitive.real_class(self)}: uninitialized>" if nil == @__driver
      return "#<#{Primitive.real_class(self)}: ...>" if Primitive.guard_enter(:inspect, self, nil)
      begin
        out = "#<#{Primitive.real_class(self)}: #{@__source.inspect}"
        unless nil == @__call
          out << ":#{@__call}"
          out << "(#{@__arguments.map { |x| x.inspect }.join(", ")})" unless @__arguments.empty?
        end
        out << ">"
      ensure
        Primitive.guard_leave
      end
    end

    alias to_s inspect
  end
end
