# Loaded by pause_in_hooks.rb.
PausedByAutoload = pause(5)
$paused = [pause(1)].map { |x| pause x + 1 }
