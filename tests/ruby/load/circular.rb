# A file that is being loaded by the same thread already is not loaded, with a warning under -w.
# flags: -w
# exit: 0
# error: warning: loading in progress, circular require considered harmful - 
require_relative "_circle_c"
p CircleC, CircleD                                  # expect: 1
# expect: [false, nil]
