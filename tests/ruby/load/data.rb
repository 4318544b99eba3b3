# DATA: what stands behind __END__ of the program's own file.
p DATA.class, DATA.gets, DATA.read
DATA.rewind
p DATA.gets
p DATA.pos
# expect: File
# expect: "first line\n"
# expect: "rest\n"
# expect: "# DATA: what stands behind __END__ of the program's own file.\n"
# expect: 62
__END__
first line
rest
