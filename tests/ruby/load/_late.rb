$begun.call if $begun
sleep 0.01
module Late
  X = 1
  LOADER = [Ractor.main?, Thread.current.equal?(Thread.main), Thread.list.size].freeze
end
$late = ($late || 0) + 1
