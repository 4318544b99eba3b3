# Process and the environment.
module Process
  def self.clock_settime(*)
    raise NotImplementedError, "clock_settime() function is unimplemented on this machine"
  end

  def self.times
    Tms.new(clock_gettime(CLOCK_PROCESS_CPUTIME_ID), 0.0, 0.0, 0.0)
  end

  def self.exit(status = true)
    Kernel.exit(status)
  end

  def self.exit!(status = false)
    Kernel.exit!(status)
  end

  def self.abort(*arguments)
    Kernel.abort(*arguments)
  end

  # What Process.times returns.
  class Tms
    def initialize(utime, stime, cutime, cstime)
      @utime = utime
      @stime = stime
      @cutime = cutime
      @cstime = cstime
    end

    def utime
      @utime
    end

    def stime
      @stime
    end

    def cutime
      @cutime
    end

    def cstime
      @cstime
    end
  end
end

module Troupe
  # The methods of ENV.
  module Environment
    include Enumerable

    def self.text(value, what)
      text = Convert.to_str(value)
      raise ArgumentError, "bad environment variable #{what}: contains null byte" if text.include?("\0")
      text
    end

    def [](name)
      Primitive.env_get(Environment.text(name, "name"))
    end

    def fetch(name, default = (none = true))
      value = Primitive.env_get(Environment.text(name, "name"))
      return value unless Primitive.same?(value, nil)
      return yield(name) if block_given?
      return default unless none
      raise KeyError.new("key not found: #{name.inspect}", receiver: self, key: name)
    end

    def []=(name, value)
      name = Environment.text(name, "name")
      raise Errno::EINVAL.new("setenv(#{name})") if name.empty? || name.include?("=")
      value = Environment.text(value, "value") unless Primitive.same?(value, nil)
      Primitive.env_set(name, value)
      value
    end

    def store(name, value)
      self[name] = value
    end

    def delete(name)
      name = Environment.text(name, "name")
      value = Primitive.env_get(name)
      if Primitive.same?(value, nil)
        yield(name) if block_given?
        return nil
      end
      Primitive.env_set(name, nil)
      value
    end

    def key?(name)
      !Primitive.same?(Primitive.env_get(Environment.text(name, "name")), nil)
    end

    def include?(name)
      key?(name)
    end

    def has_key?(name)
      key?(name)
    end

    def member?(name)
      key?(name)
    end

    def keys
      Primitive.env_names
    end

    def values
      keys.map { |name| Primitive.env_get(name) }
    end

    def to_h(&block)
      hash = {}
      keys.each { |name| hash[name] = Primitive.env_get(name) }
      block ? hash.to_h(&block) : hash
    end

    def to_hash
      to_h
    end

    def each
      return enum_for(:each) { size } unless block_given?
      keys.each { |name| yield [name, Primitive.env_get(name)] }
      self
    end

    def each_pair(&block)
      return enum_for(:each_pair) { size } unless block
      each(&block)
    end

    def size
      keys.size
    end

    def length
      keys.size
    end

    def empty?
      keys.empty?
    end

    def update(*hashes)
      hashes.each do |hash|
        hash.each do |name, value|
          value = yield(name, self[name], value) if block_given? && key?(name)
          self[name] = value
        end
      end
      self
    end

    def merge!(*hashes, &block)
      update(*hashes, &block)
    end

    def replace(hash)
      (keys - hash.keys).each { |name| delete(name) }
      update(hash)
    end

    def clear
      keys.each { |name| delete(name) }
      self
    end

    def to_s
      "ENV"
    end

    def inspect
      to_h.inspect
    end
  end
end

class Troupe::EnvironmentObject
  include Troupe::Environment
end
ENV = Troupe::EnvironmentObject.new.freeze
