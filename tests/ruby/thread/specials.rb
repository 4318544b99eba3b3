# $~ and $_ of fibers and threads are apart from those of the method whose block they run.
  /a/ =~ 'a'
  $a = $~
  Thread.new{
    $b = $~
    /b/ =~ 'b'
    $c = $~
    [1].each { p $~[0]; /c/ =~ "c" }
    p $~[0]
  }.join
  $d = $~
  p [$a == $d, $b, $c != $d]
def m
  /x/ =~ "x"
  f = Fiber.new { p $~; "abc".gsub(/./) { p $~[0]; "q" }; Fiber.yield $~[0]; p $~[0]; $_ = "line"; $_ }
  p f.resume, $~[0]
  /y/ =~ "y"
  p f.resume, $~[0], $_
  [1].each { /z/ =~ "z" }
  p $~[0]
  e = Enumerator.new { |y| /q/ =~ "q"; y << $~[0]; y << $~[0] }
  p e.next, $~[0], e.next
  l = -> { /k/ =~ "k"; $~[0] }
  p Thread.new(&l).value, $~[0]
  p l.call, $~[0]
  p Thread.new { eval("$~.inspect") + eval('/w/ =~ "w"; $~[0]') + $~[0] }.value, $~[0]
end
m
# expect: "b"
# expect: "c"
# expect: [true, nil, true]
# expect: nil
# expect: "a"
# expect: "b"
# expect: "c"
# expect: "c"
# expect: "x"
# expect: "c"
# expect: "line"
# expect: "y"
# expect: nil
# expect: "z"
# expect: "q"
# expect: "q"
# expect: "q"
# expect: "k"
# expect: "q"
# expect: "k"
# expect: "k"
# expect: "nilww"
# expect: "k"
