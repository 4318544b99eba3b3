# What is written to a pipe goes on as another thread reads it; what was read is put back.
Thread.abort_on_exception = true # nobody would read
reader, writer = IO.pipe
counted = Thread.new do
  total = 0
  while (part = reader.read(65_536))
    total += part.size
  end
  total
end
writer.write("x" * 4_000_000)
writer.close
p counted.value                                     # expect: 4000000
a, b = IO.pipe
b.write "ab"
b.close
a.ungetc(a.getc)
a.ungetc("xyz")
p a.read                                            # expect: "xyzab"
