$failing = ($failing || 0) + 1
raise "failed to load" if $failing == 1
