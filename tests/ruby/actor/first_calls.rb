# Methods of the core that nobody has called yet, called by several actors at once: each is read once, and all get it.
# actors
calls = %i[each_cons each_entry chunk_while slice_when flat_map each_with_object partition min_by minmax_by tally zip cycle
           inject find_index group_by reduce reverse_each sum take_while uniq zip filter_map each_slice].freeze
results = 4.times.map do |n|
  Ractor.new(calls.rotate(n * 3)) do |names|
    range = 1..4
    answers = names.map do |name|
      arguments = { each_cons: [2], each_slice: [2], each_with_object: [[]], cycle: [1], zip: [range] }[name] || []
      block = %i[tally sum zip uniq].include?(name) ? nil : proc { |a, b| b.is_a?(Integer) ? a == b : a }
      answer = range.public_send(name, *arguments, &block)
      answer = answer.to_a if answer.is_a?(Enumerator)
      [name, answer.inspect]
    end
    answers.sort.freeze
  end
end.map(&:take)
p results.uniq.size, results.first.size             # expect: 1
# expect: 23
p results.first.assoc(:min_by), results.first.assoc(:each_cons).first # expect: [:min_by, "1"]
# expect: :each_cons
