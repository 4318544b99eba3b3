# What the environment asks for, and that the command line counts more.
def run(environment, *arguments)
  IO.popen([{ "RUBYOPT" => nil, "RUBYLIB" => nil }.merge(environment), "/proc/#{$$}/exe", *arguments], &:read)
end
verbose = ["-e", "p $VERBOSE"]
puts run({ "RUBYOPT" => "-w" }, *verbose)           # expect: true
puts run({ "RUBYOPT" => "-W0" }, "-w", *verbose)    # expect: true
puts run({ "RUBYOPT" => "-w" }, "-W0", *verbose)    # expect: nil
puts run({ "RUBYOPT" => "-w" }, "--disable=rubyopt", *verbose) # expect: false
puts run({ "RUBYOPT" => "-I/trp_o", "RUBYLIB" => "/trp_l" }, "-I", "/trp_a", "-e", 'p $:.grep(/trp_/)')
# expect: ["/trp_a", "/trp_o", "/trp_l"]
puts run({}, "--enable=frozen-string-literal", "--disable=frozen-string-literal", "-e", 'p "".frozen?') # expect: false
puts run({}, "--disable=frozen-string-literal", "--enable=frozen-string-literal", "-e", 'p "".frozen?') # expect: true
