# break, next and redo out of the body of a class that is inside a loop or a block.
$seen = []
def seen(x) = $seen << x
r = [1, 2, 3].map do |x|
  class Jumps
    next 7 if $seen.size > 3
    begin
      seen :body
      redo if $seen.size == 2
    ensure
      seen :ensure
    end
    $seen.size
  end
end
p r, $seen                                         # expect: [2, 4, 7]
# expect: [:body, :ensure, :body, :ensure]
i = 0
p(while (i += 1) < 5
  class Jumps
    begin
      class Inner
        break i = 5 if false
        next if $seen.pop
        break 5
      end
    ensure
      seen :out
    end
  end
end)                                               # expect: nil
p i, $seen.size                                    # expect: 5
# expect: 4
p [1, 2].each { |x|
  class Jumps
    [3].each { |y| break 4 }
    module Inside
      break 9
    end
  end
}                                                  # expect: 9
p -> { class Jumps; break 3; end; 4 }.call         # expect: 3
p -> { class Jumps; next 3; end; 4 }.call          # expect: 3
for i in 1..3 do
  class Jumps
    next if $seen.pop
    12
  end
  p i
end
p 3.times { module Kernel; break 12; end }         # expect: 12
p((proc { class Jumps; break 5; end }.call rescue $!.message)) # expect: "break from proc-closure"
