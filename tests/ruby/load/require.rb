# require, require_relative, load, __dir__, LoadError.
p require_relative("_helper"), require_relative("_helper"), require_relative("_helper.rb")
p LOADED_CONST, from_helper, @main_ivar, $load_count
p load(File.join(__dir__, "_helper.rb")), $load_count
p require(File.expand_path("_helper", __dir__)), $LOADED_FEATURES.grep(/_helper/).size
$LOAD_PATH.unshift(__dir__)
p require("_helper"), $:.first == __dir__
begin; require "no/such/feature"; rescue LoadError => e; p e.message, e.path; end
begin; require_relative "nope"; rescue LoadError => e; p e.message.sub(__dir__, "DIR"); end
begin; load "nope.rb"; rescue LoadError => e; p e.message; end
begin; require_relative "_failing"; rescue => e; p e.message, e.backtrace[0].sub(__dir__, "DIR"); end
p require_relative("_failing"), $failing
begin; require_relative "_syntax"; rescue SyntaxError => e; p e.class, e.message.empty?; end
p require("set"), require("enumerator"), require("thread")
begin; require 5; rescue TypeError => e; p e.message; end
p __dir__ == File.dirname(File.expand_path(__FILE__)), __FILE__ == $0, __LINE__
# since: 3.4
# expect: helper loaded
# expect: true
# expect: false
# expect: false
# expect: 42
# expect: :helper
# expect: 1
# expect: 1
# expect: helper loaded
# expect: true
# expect: 2
# expect: false
# expect: 1
# expect: false
# expect: true
# expect: "cannot load such file -- no/such/feature"
# expect: "no/such/feature"
# expect: "cannot load such file -- DIR/nope"
# expect: "cannot load such file -- nope.rb"
# expect: "failed to load"
# expect: "DIR/_failing.rb:2:in '<top (required)>'"
# expect: true
# expect: 2
# expect: SyntaxError
# expect: false
# expect: false
# expect: false
# expect: false
# expect: "no implicit conversion of Integer into String"
# expect: true
# expect: true
# expect: 16
