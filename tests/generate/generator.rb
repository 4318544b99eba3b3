# frozen_string_literal: true

# What the generators share: choices, numbers, names.
class Generator
  def initialize(random)
    @random = random
    @serial = 0
  end

  private

  def below(limit) = @random.rand(limit)

  def pick(list) = list[below(list.size)]

  def chance(percent) = below(100) < percent

  def number = @serial += 1

  def list(count) = Array.new(count) { yield }
end
