# Fiber.yield in the methods that the core calls: conversions, comparisons, hooks.
require_relative "_pauses"
$VERBOSE = false

# An object that answers each method by a pause.
def answers(methods)
  o = Object.new
  methods.each { |name, value| o.define_singleton_method(name) { |*a| pause(value.is_a?(Proc) ? value.call(*a) : value) } }
  o
end

class Key
  attr_reader :n
  def initialize(n) = @n = n
  def hash = pause(@n % 2)
  def eql?(other) = pause(other.is_a?(Key) && @n == other.n)
  def ==(other) = pause(other.is_a?(Key) && @n == other.n)
  def <=>(other) = pause(@n <=> other.n)
  def to_s = pause("k#{@n}")
  def inspect = pause("K#{@n}")
  def coerce(other) = pause([other, @n])
  def +(other) = pause(Key.new(@n + (other.is_a?(Key) ? other.n : other)))
  def -@ = pause(-@n)
  def succ = pause(Key.new(@n + 1))
end

class Point
  include Comparable
  attr_reader :x, :y
  def initialize(x, y) = (@x, @y = x, y)
  def deconstruct = pause([@x, @y])
  def deconstruct_keys(keys) = pause({ x: @x, y: @y })
  def <=>(other) = pause(@x <=> other.x)
  def marshal_dump = pause([@x, @y])
  def marshal_load(a) = (@x, @y = pause(a))
  def initialize_copy(from) = pause(@x = from.x + 1)
  def ===(other) = pause(other == @x)
  def =~(other) = pause(other)
  def !~(other) = pause(other)
  def !@ = pause(7)
  def !=(other) = pause(8)
  def call(x) = pause(x)
  def [](*i, **k) = pause([i, k])
  def []=(i, v)
    pause
    @x = [i, v]
  end
  def to_proc = pause(->(x) { pause x + 1 })
  def each = yield(pause(1))
  def respond_to_missing?(name, all) = pause(name.to_s.start_with?("m_"))
  def method_missing(name, *args)
    pause
    name.to_s.start_with?("m_") ? [name, args] : super
  end
end

class Dumped
  def initialize(n) = @n = n
  def _dump(level) = pause(@n.to_s)
  def self._load(s) = pause(new(s.to_i))
  def n = @n
end

class Hooked
  class << self
    def inherited(c) = pause(super)
    def method_added(name) = pause(($added ||= []) << name)
    def singleton_method_added(name) = pause
    def const_missing(name) = pause(name)
    def method_removed(name) = pause
    def method_undefined(name) = pause
    def new(*a) = pause(super)
    def allocate = pause(super)
    def ===(x) = pause(x == 1 || x.is_a?(Exception))
    def const_added(name) = pause
  end
  def initialize(a = 1) = pause(@a = a)
end

module Mixed
  def self.included(c) = pause(super)
  def self.extended(c) = pause(super)
  def self.prepended(c) = pause(super)
  def self.append_features(c) = pause(super)
  def self.extend_object(o) = pause(super)
  def self.prepend_features(c) = pause(super)
end

class Troubled < StandardError
  def message = pause("m")
  def to_s = pause("s")
  def self.exception(*a) = pause(super)
  def self.===(x) = pause(super)
  def exception(*a) = pause(super)
end

class Output
  attr_reader :text
  def initialize = @text = +""
  def write(*s) = pause(@text << s.join) && s.join.size
  def <<(s) = write(s) && self
end

def k(n) = Key.new(n)
def point = Point.new(1, 2)
def int(n) = answers(to_int: n, coerce: ->(o) { [o, n] })
def str(s) = answers(to_str: s)
def ary(*a) = answers(to_ary: a, to_a: a)
def printing
  out = $stdout
  $stdout = Output.new
  yield
  $stdout.text
ensure
  $stdout = out
end

Pauses.check({
  "sort" => -> { [k(3), k(1), k(2)].sort.map(&:n) },
  "min, max, minmax" => -> { a = [k(3), k(1)]; [a.min.n, a.max.n, a.minmax.map(&:n), a.min(1).map(&:n)] },
  "sort_by" => -> { [3, 1].sort_by { |x| k(x) } },
  "Array#<=>" => -> { [k(1), k(2)] <=> [k(1), k(3)] },
  "Array#==" => -> { [[k(1)] == [k(1)], [k(1)].eql?([k(1)]), [[k(1)]].hash.class] },
  "include?, index, count, delete" => -> { a = [k(1), k(2)]; [a.include?(k(2)), a.index(k(2)), a.rindex(k(1)), a.count(k(1)),
       a.delete(k(1)).n] },
  "assoc, rassoc" => -> { [[[k(1), 2]].assoc(k(1))[1], [[2, k(1)]].rassoc(k(1))[0]] },
  "uniq, |, &, -, union, difference, intersect?" =>
    -> { a, b = [k(1), k(2), k(1)], [k(2), k(3)]
         [a.uniq.map(&:n), (a | b).map(&:n), (a & b).map(&:n), (a - b).map(&:n), a.difference(b).size, a.intersect?(b)] },
  "inject :+" => -> { [k(1), k(2), k(3)].inject(:+).n },
  "sum" => -> { [k(1), k(2)].sum(k(0)).n },
  "tally, group_by, to_h" => -> { a = [k(1), k(2), k(1)]; [a.tally.values, a.group_by(&:itself).size, a.to_h { |x| [x,
       1] }.size] },
  "Hash keys" => -> { h = { k(1) => :a, k(3) => :b }; h[k(1)] = :c; [h[k(1)], h[k(3)], h[k(5)], h.key?(k(3)), h.size,
       h.delete(k(3)), h.size] },
  "Hash#fetch, dig, values_at, slice, except, store" =>
    -> { h = { k(1) => 1 }; h.store(k(3), 2); [h.fetch(k(1)), h.dig(k(3)), h.values_at(k(1)), h.slice(k(1)).size,
       h.except(k(1)).size] },
  "Hash#==, eql?, hash, merge, invert, rehash, key, value?" =>
    -> { h = { k(1) => k(2) }; g = { k(1) => k(2) }
         [h == g, h.eql?(g), h.hash == g.hash, h.merge(g).size, h.invert.size, h.rehash.size, h.key(k(2)).n, h.value?(k(2)),
         h <= g] },
  "Set of keys" => -> { require "set"; s = Set[k(1), k(2), k(1)]; [s.size, s.include?(k(2)), (s | [k(3)]).size,
       s.subset?(Set[k(1)]), s == Set[k(2), k(1)]] },
  "Struct#==, hash" => -> { s = Struct.new(:a); [s.new(k(1)) == s.new(k(1)), s.new(k(1)).eql?(s.new(k(1))),
       s.new(k(1)).hash == s.new(k(1)).hash] },
  "interpolation" => -> { "a#{k(1)}b#{k(2)}" },
  "symbol and regexp interpolation" => -> { [:"a#{k(1)}", /#{k(1)}/, `echo #{k(1)}`] },
  "join" => -> { [[k(1), str("s")], k(2)].join(str("-")) },
  "puts, print, p" => -> { printing { puts k(1), [k(2), ary(3)]; print k(3); p k(4); $stdout << k(5); putc str("x") rescue 0;
       printf("%s", k(6)) } },
  "pp" => -> { printing { pp [k(1)] } },
  "warn" => -> { e = $stderr; begin; $stderr = Output.new; warn k(1), k(2); $stderr.text; ensure; $stderr = e; end },
  "inspect of collections" => -> { [[k(1)].inspect, { k(1) => k(2) }.inspect, Struct.new(:a).new(k(1)).inspect,
       (k(1)..k(2)).inspect, (k(1)..k(2)).to_s] },
  "format" => -> { format("%s %p %d %-5s %c", k(1), k(2), int(3), k(4), str("x")) },
  "String#%" => -> { ["%s-%s" % [k(1), k(2)], "%s" % k(3), "%d" % int(4)] },
  "Integer(), Float(), String(), Array(), Hash(), Rational()" =>
    -> { [Integer(int(3)), Integer(answers(to_i: 4)), String(k(1)), Array(ary(1)), Array(answers(to_a: [2])),
       Hash(answers(to_hash: { a: 1 }))] },
  "Integer() with base" => -> { Integer("11", int(2)) },
  "Complex() and Rational() of coerced" => -> { [Rational(answers(to_r: 1r, to_int: 1)), 1.then { |x| x + k(2) }] },
  "coerce" => -> { [1 + k(2), 5 - k(2), 3 * k(2), 6 / k(2), 7 % k(2), 2**k(3), 1.5 + k(2), 1r + k(2), 2.divmod(k(2)),
       1 <=> k(2), 1 < k(2), 5 & int(4), 1 == k(1)] },
  "coerce of big and float" => -> { [2**70 + k(1), 1.0 / k(2), 1.0 < k(2), 2**70 <=> k(1), 2**70 == k(1)] },
  "to_int" => -> { a = [1, 2, 3]; [a[int(1)], a.first(int(2)), a.at(int(0)), a * int(1), a.rotate(int(1)), a.take(int(1)),
       a.drop(int(1)), a.fetch(int(0)), a.dig(int(1)), a.values_at(int(0)), a.sample(int(1)).size, a.cycle(int(1)).to_a,
       a.flatten(int(1)), a.combination(int(2)).size] },
  "to_int: []=, insert, fill, delete_at, slice!, Array.new, pack" =>
    -> { a = [1, 2, 3]; a[int(0)] = 9; a.insert(int(1), 8); a.fill(7, int(2), int(1)); a.delete_at(int(0)); a.slice!(int(0),
       int(1)); [a, Array.new(int(2), 0), [int(65)].pack("C"), [str("a")].pack("a")] },
  "to_int: String" => -> { s = +"abc"; [s[int(1)], s[int(0), int(2)], s * int(2), s.center(int(5)), s.ljust(int(4)),
       s.byteslice(int(1)), s.index("c", int(1)), s.to_i(int(16)), s.slice!(int(0)), s.insert(int(0), "z"), s.getbyte(int(0)),
       s << 100] },
  "to_int: Integer" => -> { [5[int(0)], 5 << int(1), 5.round(int(-1)), 5.digits(int(3)), 5.to_s(int(2)), 5.pow(2, 3),
       1.5.round(int(0)), 10.gcd(4), Integer.sqrt(int(9)), rand(int(1)), 65.chr] },
  "to_int: Range, ranges as indexes" => -> { i = ->(n) { answers(to_int: n, "<=>": 0) }; [[1, 2, 3][i[0]..i[1]],
       "abc"[i[0]..i[1]], (1..9).first(int(2)), [1, 2][i[1]..]] },
  "to_str" => -> { s = +"abc"; [s + str("d"), s == str("abc"), s.index(str("b")), s.include?(str("b")),
       s.start_with?(str("a")), s.sub(str("a"), str("z")), s.gsub("b", str("y")), s.tr(str("a"), str("b")), s.count(str("a")),
       s.delete(str("a")), s.split(str("b")), s.concat(str("e")), s.replace(str("q")), s.casecmp(str("Q")), s.insert(0,
       str("w")), s.prepend(str("v")), s <=> str("a"), s.partition(str("w")), s.ljust(9, str("-")), s.unpack(str("a"))] },
  "to_str: Symbol, Regexp, File, eval, send" =>
    -> { [:a.to_proc.call(str("x")), 0][1..] rescue [Regexp.union(str("a")), /a/ =~ str("ba"), /a/.match?(str("a")),
       /a/.match(str("a"))[0], File.join(str("a"), "b"), File.basename(str("a/b")), File.exist?(str("/")), 1.send(str("+"),
       2), Object.const_get(str("String")), eval(str("1 + 1")), Regexp.new(str("b")), "a".encode(str("UTF-8")),
       ENV[str("NONE")], Regexp.escape(str("."))] },
  "to_path, open" => -> { [File.exist?(answers(to_path: "/")), File.open(answers(to_path: __FILE__)) { |f| f.gets.size },
       File.read(answers(to_path: __FILE__)).size > 1] },
  "to_ary" => -> { a, (b, c), *d = ary(1, ary(2, 3), 4); [a, b, c, d, [ary(1)].flatten, [[1], ary(2)].transpose, [1] + ary(2),
       [1] & ary(1), [ary(1, 2)].to_h, [1].zip(ary(2)), [1].concat(ary(2)), [0].product(ary(1)), [1] <=> ary(1),
       [].replace(ary(1)), [1] == ary(1)] },
  "block parameters" => -> { [[ary(1, 2)].each { |a, b| }.size, [ary(1, 2)].map { |a, (b, c)| [a, b] }, [ary(3,
       4)].each_with_index.map { |(a, b), i| [a, b, i] }] },
  "to_a of a splat" => -> { [*answers(to_a: [1, 2]), [1].push(*answers(to_a: [3]))] },
  "to_hash of a double splat" => -> { m = ->(**o) { o }; [m.(**answers(to_hash: { a: 1 })), { **answers(to_hash: { b: 1 }) },
       { a: 1 }.merge(answers(to_hash: { a: 2 })), {}.update(answers(to_hash: { c: 1 })),
       {}.replace(answers(to_hash: { d: 1 }))] },
  "to_proc" => -> { [[1, 2].map(&point), [3].each(&answers(to_proc: proc { |x| pause x })),
       Fiber.new(&point).resume(4)].first(2) },
  "to_sym and names" => -> { o = Object.new; o.instance_variable_set(str("@a"), 1); [o.instance_variable_get(str("@a")),
       o.respond_to?(str("to_s")), o.instance_variable_defined?(str("@b"))] },
  "case ===" => -> { case 1 when point then :in else :out end },
  "case === of splats" => -> { case 1 when *[Point.new(3, 1), point] then :in end },
  "grep, any?, all?, none?, one?" => -> { [[1, 2].grep(point), [1, 2].grep_v(point), [1].any?(point), [1].all?(point),
       [2].none?(point), [1].one?(point), [1, 2].slice_before(point).to_a, [1, 2].slice_after(point).to_a] },
  "=~, !~, !, !=, not" => -> { [point =~ 3, point !~ 4, !point, point != 1, (not point)] },
  "Comparable" => -> { a, b = point, Point.new(2, 1); [a < b, a <= b, a > b, a >= b, a == b, a.between?(a, b), a.clamp(b,
       b).x, [a, b].max.x, (a..b).include?(a)] },
  "deconstruct" => -> { case point; in [a, b] then [a, b] end },
  "deconstruct_keys" => -> { case point; in { x:, y: Integer => z } then [x, z] end },
  "find pattern, alternatives, pins, guards" =>
    -> { n = 2; case point; in [*, 9, *] then 1; in [5, _] | [_, ^n] if pause(true) then 2 end },
  "in, =>" => -> { point => { x: }; [x, (point in [1, 3]), (point in Point(x: 1))] },
  "rescue ===" => -> { begin; raise "a"; rescue Hooked => e; e.message; end },
  "rescue of several" => -> { begin; raise Troubled; rescue IOError, *[Troubled] => e; e.class; end },
  "raise and exception" => -> { [(raise Troubled, "x" rescue $!.message), (raise Troubled.new("y") rescue $!.to_s),
       (raise answers(exception: RuntimeError.new("z")) rescue $!.message)] },
  "full_message, detailed_message, inspect" => -> { e = Troubled.new("a"); [e.full_message(highlight: false), e.inspect,
       e == Troubled.new("a")] },
  "raise's class ===, ensure" => -> { begin; begin; raise Troubled; ensure; pause; end; rescue Troubled; 1; end },
  "method_missing" => -> { [point.m_a(1), point.m_b, (point.other rescue $!.class), point.__send__(:m_c),
       point.public_send(:m_d, 2)] },
  "respond_to_missing?" => -> { [point.respond_to?(:m_a), point.respond_to?(:zz), point.method(:m_q).call(1),
       defined?(point.m_a)] },
  "respond_to?" => -> { o = Object.new; def o.respond_to?(n, all = false) = pause(n == :to_ary); def o.to_ary = [5];
       [[o].flatten, o.respond_to?(:x)] },
  "[] and []=" => -> { q = point; [q[1], q[1, a: 2], q[1] ||= 3, q[4] = 5, q.x] },
  "call" => -> { point.(3) },
  "attribute assignment" => -> { o = Object.new; def o.a=(x); pause(@a = x); end; def o.a = pause(@a); o.a = 1; o.a += 2;
       o.a &&= o.a + 1; a, o.a = 5, 6; [o.a, a] },
  "unary operators" => -> { o = answers("+@": 1, "-@": 2, "~": 3, "!": 4); [+o, -o, ~o, !o] },
  "binary operators" => -> { o = answers(%i[+ - * / % ** & | ^ << >> < <= > >= == === <=> =~ !=].to_h { |n| [n, n.to_s] })
                             [o + 1, o - 1, o * 1, o / 1, o % 1, o**1, o & 1, o | 1, o ^ 1, o << 1, o >> 1, o < 1, o <= 1,
                             o > 1, o >= 1, o == 1, o === 1, o <=> 1, o =~ 1, o != 1] },
  "inherited" => -> { Class.new(Hooked) { 3 }.superclass },
  "class keyword's inherited" =>
       -> { eval "class PausedChild < Hooked; def a = 1; end; Object.send(:remove_const, :PausedChild).superclass" },
  "method_added" => -> { $added = []; Hooked.class_eval { def a1 = 1; attr_reader :a2; define_method(:a3) { }; alias a4 a1 };
       $added },
  "method_removed, method_undefined" => -> { Hooked.class_eval { def b1 = 1; remove_method :b1; def b2 = 1; undef b2 }; 1 },
  "singleton_method_added" => -> { o = Class.new(Hooked).new; def o.singleton_method_added(n) = pause(@n = n); def o.z = @n;
       o.z },
  "const_missing" => -> { [Hooked::Nowhere, Hooked.const_get(:There)] },
  "new, initialize, allocate" => -> { [Hooked.new(2).class, Hooked.allocate.class] },
  "initialize by super and zsuper" => -> { c = Class.new(Hooked) { def initialize(a) = (pause; super); def a = @a };
       c.new(5).a },
  "included, extended, prepended" => -> { c = Class.new { include Mixed; prepend Mixed }; o = Object.new.extend(Mixed);
       [c.include?(Mixed), o.is_a?(Mixed)] },
  "super chains" => -> { a = Class.new { def m(x) = pause(x) }; b = Class.new(a) { def m(x) = pause(super + 1) }; b.new.m(1) },
  "initialize_copy" => -> { [point.dup.x, point.clone.x, point.clone(freeze: true).frozen?] },
  "Marshal.dump and load hooks" => -> { q = Marshal.load(Marshal.dump([point, Dumped.new(4)])); [q[0].x, q[1].n] },
  "Marshal.load with a proc" => -> { Marshal.load(Marshal.dump([1, "a"]), ->(x) { pause x }) },
  "Marshal to an IO" => -> { o = Output.new; def o.binmode = self; Marshal.dump([1], o); o.text },
  "each of a for" => -> { a = []; for x in point do a << x end; a },
  "to_enum, enum_for" => -> { [point.to_enum.to_a, point.enum_for(:each).map { |x| pause x },
       point.to_enum(:each) { pause 3 }.size] },
  "Enumerator::Yielder" => -> { Enumerator.new { |y| point.each { |x| y.yield x } }.first },
  "Comparable of strings and Symbols" => -> { "a" <=> answers(to_str: "b", "<=>": 1) },
  "==, reversed" => -> { ["a" == answers(to_str: "a", "==": true), 1 == answers("==": true), 1.0 == answers("==": true),
       [] == answers(to_ary: [], "==": true), {} == answers(to_hash: {}, "==": true)] },
  "instance_variable hooks: inspect" => -> { o = Object.new; o.instance_variable_set(:@a, k(1)); o.inspect.include?("K1") },
  "Symbol#to_proc through method_missing" => -> { [point].map(&:m_x) },
  "Method#unbind, bind_call" => -> { point.method(:call).unbind.bind_call(point, 4) },
  "Method objects >> and ===" => -> { [(point.method(:call) >> ->(x) { pause x + 1 }).call(1),
       (case 3 when point.method(:call) then 1 end)] },
  "Object#<=>, ===, eql?" => -> { o = answers("==": true); [o <=> 1, o === 1, Object.new.eql?(o)] },
  "at_exit's block runs a fiber" => -> { pause; at_exit { f = Fiber.new { Fiber.yield 1; 2 };
       f.resume + f.resume == 3 or puts "at_exit" }; 1 },
  "TracePoint" => -> { a = []; t = TracePoint.new(:call) { |e| a << pause(e.method_id) }; def traced = 1; t.enable { traced };
       a },
  "trace_var" => -> { $traced = 0; trace_var(:$traced) { |v| pause v }; $traced = 3; untrace_var(:$traced); $traced },
  "Warning.warn" => -> { w = Warning.method(:warn); begin; Warning.define_singleton_method(:warn) { |s, **| pause s };
       warn("a"); ensure; Warning.define_singleton_method(:warn, w); end; 1 },
  "load" => -> { load File.join(__dir__, "_paused.rb"); [Object.send(:remove_const, :PausedByAutoload), $paused] },
  "autoload" => -> do
    path = File.join(__dir__, "_paused.rb")
    Object.autoload(:PausedByAutoload, path)
    found = PausedByAutoload
    Object.send(:remove_const, :PausedByAutoload)
    $LOADED_FEATURES.delete(path)
    found
  end,
  "refinements" =>
       -> { eval "module PauseRefined; refine(Integer) { def paused = pause(self) }; end; using PauseRefined; 3.paused",
       TOPLEVEL_BINDING.dup },
  "freeze, frozen hooks, Comparable#clamp" => -> { [k(1), k(5)].minmax.map(&:n) },
  "Array#flatten! and compact through to_ary" => -> { [[ary(1, ary(2))]].flatten! },
  "String#each_line with str" => -> { "a-b".each_line(str("-")).to_a },
  "Array#max by number coerce" => -> { [1, 2.5].max.then { |x| pause x } },
  "catch's tag ==" => -> { t = k(1); catch(t) { throw t, pause(1) } },
  "Random with rand" => -> { [1, 2, 3].shuffle(random: answers(rand: 0)) },
  "Process.clock and sleep's divmod" => -> { sleep(answers(divmod: [0, 0.0])) },
  "Kernel#Array of method_missing's" => -> { Array(point).size },
  "Exception#== and backtrace" => -> { Troubled.new.message == "m" },
  "Data-like Struct keyword_init with to_s" => -> { Struct.new(:a, keyword_init: true).new(a: k(1)).to_s.include?("K1") },
  "ObjectSpace::WeakMap" => -> { w = ObjectSpace::WeakMap.new; x = k(1); w[x] = 1; pause; w[x] },
  "String#=~ of an object" => -> { "a" =~ answers("=~": 3) },
  "Regexp#=== of to_str" => -> { [/a/ === str("a"), /b/ === k(1), pause] },
  "Dir, File paths" => -> { [File.extname(str("a.rb")), File.expand_path(answers(to_path: "/a")), Dir.exist?(str("/"))] },
  "Module#define_method with a method" => -> { c = Class.new(Point) { define_method(:call2, instance_method(:call)) };
       c.new(1, 2).call2(3) },
  "Module#prepend and alias" => -> { m = Module.new { def n = pause(super) }; Class.new(Key) { prepend m }.new(4).n },
  "instance_variable_get in define_method with block" =>
    -> { c = Class.new { define_method(:a) { |&b| pause b.call(1) } }; c.new.a { |x| pause x + 1 } },
  "Thread-local default procs" => -> { Thread.current.fetch(:none) { |x| pause 1 } },
  "Hash#compare_by_identity and default=" => -> { h = {}.compare_by_identity; h.default_proc = ->(g, x) { pause x }; h[3] },
  "Hash with a default method" => -> { c = Class.new(Hash) { def default(x = nil) = pause(x) }; [c.new[4], c.new.dig(5)] }
})
# expect: 117 rows, 0 wrong
