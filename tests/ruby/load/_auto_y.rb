AutoY = 1
sleep 0.01
AutoY2 = (AutoX rescue :none)
