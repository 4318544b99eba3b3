# ===, where an immediate's own == was replaced.
def all = [true === true, true === false, true === :x, false === nil, nil === nil, nil === 1, :a === :b]
p all # expect: [true, false, false, false, true, false, false]
class TrueClass; def ==(x) = !x; end
class NilClass; def ==(x) = 7; end
class Symbol; def ==(x) = true; end
p all # expect: [true, true, false, false, true, true, false]
class FalseClass; undef_method :==; end
p((false === nil rescue $!.class)) # expect: NoMethodError
