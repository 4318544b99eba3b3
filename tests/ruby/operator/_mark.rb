# Runs snippets in loops during which an operator of a class changes for one object.
module Mark
  class << self
    attr_accessor :object, :on

    # Prints which snippets the new definition makes no difference to, and those that do not go back to what they were.
    def check(kind, object, table)
      self.object = object
      blind = []
      count = 0
      table.each do |name, snippets|
        snippets.each do |snippet|
          count += 1
          first, again, changed, still, back, last = try(kind, object, name, snippet)
          puts "#{kind}##{name} #{snippet}" unless [again, back, last].uniq == [first] && changed == still
          blind << snippet if changed == first
        end
      end
      puts "#{kind}: #{count} snippets#{"; blind: #{blind.join(', ')}" unless blind.empty?}"
    end

    def try(kind, object, name, snippet)
      loop = eval <<~RUBY
        proc do |x, z|
          out = []
          i = 0
          while i < 6
            Mark.on = false
            Mark.define(#{kind}, :#{name}) if i == 2
            Mark.restore(#{kind}, :#{name}) if i == 4
            Mark.on = true
            value = begin
              #{snippet}
            rescue StandardError
              $!.class.name
            end
            Mark.on = false
            out[i] = value
            i += 1
          end
          out
        end
      RUBY
      show(loop.call(object, 3))
    ensure
      Mark.on = false
      restore(kind, name)
    end

    def define(kind, name)
      before = @before = kind.instance_method(name)
      @own = kind.instance_methods(false).include?(name)
      kind.define_method(name) do |*a, &b|
        Mark.on && Mark.object.equal?(self) ? Mark.answer(name) : before.bind_call(self, *a, &b)
      end
    end

    def restore(kind, name)
      return unless @before
      if @own
        kind.define_method(name, @before)
      else
        kind.remove_method(name)
      end
      @before = nil
    end

    # Once it answers, it is as it was until the result is noted: what else happens does not matter.
    def answer(name)
      Mark.on = false
      name == :to_s ? "new" : :new
    end

    def show(values)
      values.map { |v| v.is_a?(Symbol) || v.is_a?(String) || v.is_a?(Numeric) || v.nil? || v == true || v == false ? v.inspect : v.class.name }
    end
  end
end
