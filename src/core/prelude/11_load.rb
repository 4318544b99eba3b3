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
  module Load
    def self.builtin(path)
      case path
      when "set", "enumerator", "enumerator.so", "thread", "thread.rb", "fiber", "rational", "rational.so", "complex",
           "complex.so", "monitor", "timeout", "etc", "rbconfig", "continuation", "io/console", "ruby2_keywords", "pp",
           "prettyprint", "stringio", "tmpdir", "did_you_mean",
           "benchmark", "objspace", "securerandom", "weakref", "io/wait", "set/sorted_set"
        !known_missing(path)
      else
        false
      end
    end

    # Of those above: what the core does not have yet is looked for as any file is.
    def self.known_missing(path)
      case path
      when "stringio" then !Object.const_defined?(:StringIO)
      when "benchmark" then !Object.const_defined?(:Benchmark)
      when "securerandom" then !Object.const_defined?(:SecureRandom)
      when "weakref" then !Object.const_defined?(:WeakRef)
      when "rbconfig" then !Object.const_defined?(:RbConfig)
      else false
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

    def self.once(full)
      return false unless claim(full)
      done = false
      begin
        Primitive.load_file(full, nil)
        done = true
      ensure
        Primitive.feature_done(full, done)
      end
      $LOADED_FEATURES << full if main?
      true
    end

    def self.main? = Primitive.same?(Primitive.ractor_main, Primitive.ractor_current)

    # Whether it is to be loaded now. In the main actor, what the program took out of $LOADED_FEATURES is loaded once more;
    # what it put there is not loaded at all.
    def self.claim(full)
      claimed = Primitive.feature_claim(full)
      while Primitive.same?(claimed, nil)
        sleep(0.001)
        claimed = Primitive.feature_claim(full)
      end
      return claimed unless main?
      listed = $LOADED_FEATURES.include?(full)
      if claimed && listed
        Primitive.feature_done(full, true)
        return false
      end
      return claimed if claimed || listed || !Primitive.feature_listed?(full)
      Primitive.feature_done(full, false)
      claim(full)
    end

    def self.missing(path)
      error = LoadError.new("cannot load such file -- #{path}")
      Primitive.ivar_hide(error, :@__path, path)
      raise error
    end
  end
end
