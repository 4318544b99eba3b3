# return leaves a loaded program from its own code and blocks, but not out of a class body, nor by what a lambda has called.
def load_text(text)
  path = "/tmp/troupe-returns-#{$$}.rb"
  File.write(path, text)
  load path
rescue LocalJumpError
  $!.message
ensure
  File.delete(path)
end
$seen = []
p load_text("class Returning; $seen << 1; 1.times { return }; $seen << 2; end") # expect: "unexpected return"
p load_text("$seen << 3; [1].each { return }; $seen << 4")                      # expect: true
p load_text(<<~RUBY)                                                            # expect: true
  leave = proc { return }
  begin
    lambda { class Returning; $leave.call; end }.call
  rescue LocalJumpError, NoMethodError
    $seen << 5
  end
  $leave = leave
  begin
    lambda { class Returning; class Inner; $leave.call; end; end }.call
  rescue LocalJumpError
    $seen << 6
  end
  leave.call
  $seen << 7
RUBY
p load_text("$seen << 8; begin; return; ensure; $seen << 9; end; $seen << 10")  # expect: true
p $seen                                                                         # expect: [1, 3, 5, 6, 8, 9]
def m; class << self; [1].each { return 3 }; end; end
def n; [1].each { class << self; [2].each { return 4 }; end }; end
p m, n                                                                          # expect: 3
# expect: 4
p lambda { class << self; [1].each { return 5 }; end; 6 }.call                  # expect: 5
return
p :not_reached
