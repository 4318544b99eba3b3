# A program's own `call`, which every object has then, is not asked for the size of a lazy enumerator.
def call(x) = x
p [1, 2].lazy.map { |x| x + 1 }.first(1), [1, 2].lazy.size, [1, 2].lazy.map { |x| x }.size
# expect: [2]
# expect: 2
# expect: 2
