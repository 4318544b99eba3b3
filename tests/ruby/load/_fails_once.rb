sleep 0.01
$fails_once = ($fails_once || 0) + 1
raise "not yet" if $fails_once == 1
FailsOnce = $fails_once
