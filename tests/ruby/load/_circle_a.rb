sleep 0.01
require_relative "_circle_b"
CircleA = :a
