require_relative "_circle_d"
CircleC = 1
