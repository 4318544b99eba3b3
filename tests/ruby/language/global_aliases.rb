# An alias of a global that means something is that global, to read and to write, in each method by itself.
alias $whole $&
alias $info $~
alias $line $_
alias $out $stdout
alias $level $VERBOSE
alias $counted $.
def match = ("abc" =~ /b/; [$whole, $info.pre_match])
p match, $whole                      # expect: ["b", "a"]
# expect: nil
"xyz" =~ /y/
[1].each { p $whole }                # expect: "y"
$info = nil
p $~, $&                             # expect: nil
# expect: nil
def line = ($line = "text"; [$_, $line])
p line, $_                           # expect: ["text", "text"]
# expect: nil
p $out.equal?($stdout), $level == $VERBOSE # expect: true
# expect: true
begin
  $out = 1
rescue TypeError => e
  puts e.message                     # expect: $out must have write method, Integer given
end
begin
  $whole = 1
rescue NameError => e
  puts e.message                     # expect: $whole is a read-only variable
end
