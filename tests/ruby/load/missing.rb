# `require` of a library that has nothing behind it raises; what the core holds is loaded already.
%w[etc objspace io/console continuation prettyprint did_you_mean set/sorted_set].each do |name|
  begin
    p require(name)
  rescue LoadError => e
    p [e.message, e.path]
  end
end
p require("set"), require("monitor"), require("timeout"), require("io/wait"), require("stringio"), require("pp")
p Set, Monitor, Timeout, IO.method_defined?(:wait_readable), StringIO
# since: troupe
# expect: ["cannot load such file -- etc", "etc"]
# expect: ["cannot load such file -- objspace", "objspace"]
# expect: ["cannot load such file -- io/console", "io/console"]
# expect: ["cannot load such file -- continuation", "continuation"]
# expect: ["cannot load such file -- prettyprint", "prettyprint"]
# expect: ["cannot load such file -- did_you_mean", "did_you_mean"]
# expect: ["cannot load such file -- set/sorted_set", "set/sorted_set"]
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: Set
# expect: Monitor
# expect: Timeout
# expect: true
# expect: StringIO
