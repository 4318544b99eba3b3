class AutoOpened; def first = 1; end
module AutoOuter; class Inner; def first = 1; end; end
