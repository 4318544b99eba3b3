sleep 0.01
Slow = :slow
