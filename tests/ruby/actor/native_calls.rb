# What a builtin does without its actor's claim (vm.h, N1 to N4): nothing of the actor is lost, whatever others do meanwhile.
# since: troupe
# actors
names = 4.times.map do |i|
  Ractor.new(i) do |i|
    kept = Array.new(20) { |k| "kept #{i} #{k}" }
    sum = 0
    40.times do |k|
      sum += 1 if File.exist?("/")
      sum += 1 if File.directory?("/")
      kept[k % 20] = Ractor.make_shareable("kept #{i} #{k % 20}")
      sleep 0.0002 if k % 20 == 0
    end
    [sum, kept.each_with_index.all? { |text, k| text == "kept #{i} #{k}" }]
  end
end
p names.map(&:value)                      # expect: [[80, true], [80, true], [80, true], [80, true]]
begin
  File.delete("/nowhere/at/all")
rescue SystemCallError => e
  p e.class                               # expect: Errno::ENOENT
end
