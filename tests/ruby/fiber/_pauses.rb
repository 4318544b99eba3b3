# What is pausable: each row of a table runs plainly, then in a fiber that yields at every `pause`. Both must end the same way,
# with as many pauses, at least one.
module Pauses
  class << self
    attr_accessor :count, :pausing

    def outcome
      self.count = 0
      value = yield
      value.is_a?(Array) || value.is_a?(Hash) ? value.inspect : value
    rescue NoMemoryError
      raise
    rescue Exception => e
      [e.class, e.message]
    end

    def plain(body)
      self.pausing = false
      [outcome(&body), count, count]
    end

    def in_fiber(body)
      self.pausing = true
      fiber = Fiber.new { outcome(&body) }
      value = fiber.resume
      yields = 0
      while fiber.alive?
        yields += 1
        value = fiber.resume
      end
      [value, count, yields]
    end

    def check(table)
      wrong = 0
      table.each do |name, body|
        expected, actual = plain(body), in_fiber(body)
        next if expected == actual && actual[2] > 0
        wrong += 1
        puts "#{name}: #{expected} plainly, #{actual} in a fiber"
      end
      puts "#{table.size} rows, #{wrong} wrong"
    end
  end
end

Pauses.count = 0

def pause(value = nil)
  Pauses.count += 1
  Fiber.yield if Pauses.pausing
  value
end
