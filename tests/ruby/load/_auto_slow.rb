$auto_loads = ($auto_loads || 0) + 1
class AutoSlow
  $begun.call if $begun
  sleep 0.01
  OWN = AutoSlow.name
  def self.ready = true
end
AutoToo = [AutoSlow.ready, autoload?(:AutoSlow), autoload?(:AutoToo)].freeze
