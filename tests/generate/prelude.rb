# What generated programs are made of: traces, and values that print the same in every Ruby.
class OutOfFuel < Exception; end

class E1 < StandardError; end
class E2 < E1; end

def show(v)
  case v
  when Array then "[#{v.map { |x| show(x) }.join(', ')}]"
  when Hash then "{#{v.map { |k, x| "#{show(k)} => #{show(x)}" }.join(', ')}}"
  when Proc then v.lambda? ? "lambda" : "proc"
  when Integer, String, Symbol, nil, true, false, Range, Float then v.inspect
  when Exception then "#{v.class}(#{v.message})"
  else v.class.to_s
  end
end

# Notes the value and answers it. A program that does not end runs out of it.
def t(value = nil)
  raise OutOfFuel if $trace.size >= 300
  $trace << show(value)
  value
end

def run_case(index)
  puts "##{index}"
  $trace = []
  result = begin
    yield
  rescue Exception => e
    e
  end
  puts show(result), $trace.join(" ")
end

# Assignment to its attributes and elements is traced.
class Target
  def initialize(name) = @name = name
  attr_reader :name

  def a=(v)
    t(:"#{@name}.a=")
    @a = t(v)
  end

  def a
    t(:"#{@name}.a")
    @a
  end

  def [](*i)
    t(:"#{@name}[]")
    (@elements ||= {})[t(i)]
  end

  def []=(*i, v)
    t(:"#{@name}[]=")
    (@elements ||= {})[t(i)] = t(v)
  end

  def contents = [@a, @elements]
end

class Listish
  def initialize(*items) = @items = items
  def to_ary = t(@items)
end

class Splattable
  def initialize(*items) = @items = items
  def to_a = t(@items)
end

class Hashish
  def initialize(items) = @items = items
  def to_hash = t(@items)
end

def yielding(*values)
  t(:enter)
  result = yield(*values)
  t(:back)
  result
ensure
  t(:leave)
end

def each_of(*values)
  values.each { |v| t(yield(v)) }
  :each_of
ensure
  t(:done)
end
