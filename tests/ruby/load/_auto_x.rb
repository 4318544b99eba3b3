AutoX = defined?(AutoY) ? 1 : 2
sleep 0.01
AutoX2 = (AutoY rescue :none)
