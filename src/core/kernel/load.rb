# require, require_relative, load. Features that are part of the core are simply there.
module Kernel
  module_function

  def require(path)
    path = Troupe::Paths.text(path)
    return false if Troupe::Load.builtin(path)
    return Ractor._require(path) unless Ractor.main?
    full = Troupe::Load.find(path)
    Troupe::Load.missing(path) unless full
    Troupe::Load.once(full)
  end

  def require_relative(path)
    path = Troupe::Paths.text(path)
    from = Primitive.caller_file
    if Primitive.same?(from, nil) || from.start_with?("(eval")
      raise LoadError, "cannot infer basepath"
    end
    full = Troupe::Load.with_extension(File.expand_path(path, File.dirname(File.expand_path(from))))
    unless full
      Troupe::Load.missing(File.expand_path(path, File.dirname(File.expand_path(from))))
    end
    return Ractor._require(full) unless Ractor.main?
    Troupe::Load.once(full)
  end

  def load(path, wrap = false)
    path = Troupe::Paths.text(path)
    full = Troupe::Load.find_exact(path)
    Troupe::Load.missing(path) unless full
    wrap = Module.new if Primitive.same?(wrap, true)
    Primitive.load_file(full, Primitive.is_module(wrap) ? wrap : nil)
    true
  end
end

module Troupe
  # A load under way: one thread of the main Ractor is at it, others that want the same wait for that one.
  class Loading
    @@serial = 0 # moves whenever somebody begins to wait

    attr_reader :task, :waiters

    # It is under way as long as `table` has it under the path.
    def initialize(task, table, path)
      @task = task
      @table = table
      @path = path
      @waiters = []
    end

    # Whether the thread that is at it is `task`, or waits for it, perhaps through others: `task` must not wait in turn.
    def waits_for?(task)
      load = self
      load = load.task.awaits until Primitive.same?(load, nil) || Primitive.same?(load.task, task)
      !Primitive.same?(load, nil)
    end

    # False: that would be a circle, and nobody is waited for.
    def wait(task)
      before = task.awaits
      return false unless announce(task)
      Primitive.waiters_add(@waiters)
      begin
        task.wait(Task::WAIT_INSIDE, nil) while Primitive.same?(@table[@path], self)
      ensure
        Primitive.waiters_drop(@waiters)
        task.awaits = before
      end
      true
    end

    # No thread comes between the last look at the serial and the end: nothing in between calls a method of Ruby's.
    def announce(task)
      while true
        serial = @@serial
        return false if waits_for?(task)
        next unless Primitive.same?(@@serial, serial) # another has begun to wait meanwhile
        @@serial = serial + 1
        task.awaits = self
        return true
      end
    end
  end

  module Load
    # What the core holds without a file. Any other feature is looked for as a file is, so that `require` of what has
    # nothing behind it raises a LoadError.
    def self.builtin(path)
      case path
      when "enumerator", "enumerator.so", "thread", "thread.rb", "fiber", "rational", "rational.so", "complex",
           "complex.so", "ruby2_keywords"
        true
      when "io/wait" then IO.method_defined?(:wait_readable)
      when "pp" then Kernel.private_method_defined?(:pp)
      when "tmpdir" then Dir.respond_to?(:mktmpdir)
      else
        name = constant_of(path)
        name ? Object.const_defined?(name, false) : false
      end
    end

    # The constant that a library of the core defines, or nil.
    def self.constant_of(path)
      case path
      when "set" then :Set
      when "monitor" then :Monitor
      when "timeout" then :Timeout
      when "stringio" then :StringIO
      when "benchmark" then :Benchmark
      when "securerandom" then :SecureRandom
      when "weakref" then :WeakRef
      when "rbconfig" then :RbConfig
      end
    end

    def self.with_extension(path)
      return path if (path.end_with?(".rb") || path.end_with?(".so")) && Primitive.file_readable(path)
      ruby = "#{path}.rb"
      Primitive.file_readable(ruby) ? ruby : nil
    end

    def self.explicit(path)
      path.start_with?("/") || path.start_with?("./") || path.start_with?("../") || path.start_with?("~")
    end

    def self.find(path)
      return with_extension(File.expand_path(path)) if explicit(path)
      directories = $LOAD_PATH
      i = 0
      while i < directories.size
        full = with_extension(File.expand_path(path, Paths.text(directories[i])))
        return full if full
        i += 1
      end
      nil
    end

    def self.find_exact(path)
      unless explicit(path)
        directories = $LOAD_PATH
        i = 0
        while i < directories.size
          full = File.expand_path(path, Paths.text(directories[i]))
          return full if Primitive.file_readable(full)
          i += 1
        end
      end
      full = File.expand_path(path)
      Primitive.file_readable(full) ? full : nil
    end

    # In the main Ractor, where all loading is done. What $LOADED_FEATURES names is loaded.
    def self.once(full)
      @loads ||= {}
      load = Loading.new(Thread.current.__task, @loads, full)
      waiters = load.waiters
      until Primitive.same?(other = Primitive.load_claim(@loads, full, load), load)
        unless other.wait(load.task)
          circular(full) if $VERBOSE
          return false
        end
      end
      begin
        return false if $LOADED_FEATURES.include?(full)
        Primitive.load_file(full, nil)
        $LOADED_FEATURES << full
        true
      ensure
        @loads.delete(full) # no interrupt comes between these two: neither is a method of Ruby's
        Primitive.waiters_wake_all(waiters)
      end
    end

    # [value] of the module's constant, when what its autoload names is loaded; nil: it is not there all the same.
    def self.constant(owner, name)
      main? ? autoload(owner, name) : Ractor.__send__(:__in_main, :autoload, owner, name)
      found = Primitive.const_find(owner, name, false, false)
      Primitive.is_array(found) ? found : nil
    end

    def self.main? = Primitive.same?(Primitive.ractor_main, Primitive.ractor_current)

    # In the main Ractor. Others see what the file defines when all of it is loaded (src/object/autoload.c).
    def self.autoload(owner, name)
      @autoloads ||= {}
      until Primitive.same?(path = Primitive.autoload_own(owner, name), nil)
        load = Loading.new(Thread.current.__task, @autoloads, path)
        waiters = load.waiters
        other = Primitive.load_claim(@autoloads, path, load)
        unless Primitive.same?(other, load)
          return unless other.wait(load.task)
          next
        end
        begin
          return autoload_file(owner, name, path)
        ensure
          @autoloads.delete(path) # as above
          Primitive.waiters_wake_all(waiters)
        end
      end
    end

    def self.autoload_file(owner, name, path)
      whole = false
      begin
        Primitive.autoload_begin(path)
        loaded = nil.__send__(:require, path)
        whole = true
      ensure
        Primitive.autoload_end(path, whole)
      end
      return unless loaded && Primitive.autoload_forget(owner, name) && $VERBOSE
      full = Primitive.same?(owner, Object) ? name.name : "#{owner}::#{name}"
      warn("Expected #{path} to define #{full} but it didn't", uplevel: 0)
    end

    def self.circular(full)
      text = "loading in progress, circular require considered harmful - #{full}\n"
      caller(0).reverse_each { |line| text << "\tfrom #{line}\n" }
      warn(text, uplevel: 0)
    end

    def self.missing(path)
      error = LoadError.new("cannot load such file -- #{path}")
      Primitive.ivar_hide(error, :@__path, path)
      raise error
    end
  end
end
