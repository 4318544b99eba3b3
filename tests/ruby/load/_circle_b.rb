sleep 0.01
require_relative "_circle_a"
CircleB = :b
