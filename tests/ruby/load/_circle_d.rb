CircleD = [require_relative("_circle_c"), defined?(CircleC)].freeze
