class AutoFails; end
$auto_fails = ($auto_fails || 0) + 1
raise "not yet" if $auto_fails < 3
class AutoFails; def self.ok = :ok; end
