# frozen_string_literal: true

# Faults to plant: an edit of one source file each. All are of one kind: private memory reached from where it is not private, or
# something shared that nobody keeps. A fuzzer that does not find them finds nothing.
module Storm
  Fault = Struct.new(:name, :file, :from, :to)

  PLANTED = [
    # The three of issue 9, A.1 to A.3.
    Fault.new("a dead method's slot stays in its heap's set", "src/object/types.c",
              "if (m->kind == METHOD_PROC) heap_slot_forget(heap, &m->proc);", "(void)heap, (void)m;"),
    Fault.new("a singleton class keeps the place of an object that died", "src/heap/slot.c",
              "closing->shared_too)) return;", "closing->shared_too) || in != NULL) return;"),
    Fault.new("others read a private value out of a slot", "src/heap/slot.c",
              "if (owner_of(word) == heap) return value;", "if (heap != NULL) return value;"),
    # More of the kind.
    Fault.new("slots are no roots of their owner", "src/heap/slot.c",
              "if (!slot_word_weak(word)) heap_mark(context, slot_word_value(word));", "(void)word, (void)context;"),
    Fault.new("a slot is in the set of what it held before", "src/heap/slot.c",
              "if (slot_word_private(old)) remove_slot(",
              "if (slot_word_private(old) && private) remove_slot("),
    Fault.new("slots hold what an ended actor's heap held", "src/heap/slot.c",
              "heap_is_shared(value) ? value : VALUE_UNDEF, memory_order_release);",
              "heap_is_shared(value) ? value : value + SLOT_PRIVATE, memory_order_release);"),
    Fault.new("the copy of a method has its source's slot", "src/object/method.c",
              "    if (source->kind == METHOD_PROC) method_share_proc(copy, source);\n    else copy->source = source;\n", ""),
    Fault.new("a constant does not keep its value", "src/object/class.c",
              "heap_mark_slot(context, &constant->slot);", "(void)context, (void)constant;"),
    Fault.new("a message does not keep what it passes by pointer", "src/actor/parcel.c",
              "heap_mark(marker, payload->value);", "(void)marker;"),
    Fault.new("a parcel does not keep what it refers to", "src/actor/parcel.c",
              "heap_mark_range(marker, shared, shared + payload->parcel->shared);", "(void)shared;"),
    Fault.new("an actor's own values are no roots", "src/actor/actor.c",
              "    heap_mark(marker, body->locals);\n", ""),
    Fault.new("sharing does not look at a hash's last pair", "src/object/hash.c",
              "words + (size_t)t->end * 2);", "words + (size_t)t->end * 2 - (t->end > 2 ? 2 : 0));")
  ].freeze

  # A copy of the sources outside of the tree, where one fault after the other is planted.
  class Plantation
    SEED = 1
    CASES = 1200

    def initialize(root, settings)
      @root = root
      @settings = settings
    end

    # Whether each is found.
    def run(faults = PLANTED)
      stale = faults.reject { |fault| File.read(File.join(@root, fault.file)).scan(fault.from).size == 1 }
      abort "tests/fuzz-actors: there is no longer what these edit: #{stale.map(&:name).join(', ')}" unless stale.empty?
      Dir.mktmpdir("planted") do |copy|
        @copy = copy
        prepare
        faults.map { |fault| found?(fault) }.all?
      end
    end

    private

    def prepare
      files = IO.popen(["git", "-C", @root, "ls-files", "-z"], &:read).split("\0")
      files.each do |file|
        FileUtils.mkdir_p(File.join(@copy, File.dirname(file)))
        FileUtils.cp(File.join(@root, file), File.join(@copy, file))
      end
      FileUtils.mkdir_p(File.join(@copy, "build"))
      deps = File.join(@root, "build/deps")
      File.symlink(deps, File.join(@copy, "build/deps")) if File.directory?(deps)
      system("cmake", "--preset", "debug", chdir: @copy, out: File::NULL) || abort("tests/fuzz-actors: no copy to plant in")
    end

    def found?(fault)
      path = File.join(@copy, fault.file)
      text = File.read(path)
      File.write(path, text.sub(fault.from) { fault.to })
      return hunt(fault) if system("ninja", "-C", "build/debug", "troupe", chdir: @copy, out: File::NULL)

      puts "#{fault.name}: does not compile"
      false
    ensure
      File.write(path, text)
    end

    def hunt(fault)
      said = StringIO.new
      settings = @settings.dup
      settings.exe = [File.join(@copy, "build/debug/troupe")]
      settings.seed = SEED
      settings.from = 0
      settings.count = CASES
      settings.most = 1
      settings.effort = 0
      settings.keep = File.join(@copy, "found")
      storming = Storming.new(settings, said)
      found = !storming.run
      where = found ? "case #{storming.failures[0].numbers.last}, #{said.string[/: (.*)/, 1]}" : "NOT FOUND in #{CASES} cases"
      puts "#{fault.name}: #{where}"
      $stdout.flush
      found
    end
  end
end
