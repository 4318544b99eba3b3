Slow2 = [:slow, 2, inspect.freeze, self.class].freeze
