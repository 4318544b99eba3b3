# Directories: objects, changing to them, names that match a pattern.
class File
  module Constants
    FNM_NOESCAPE = 1
    FNM_PATHNAME = 2
    FNM_DOTMATCH = 4
    FNM_CASEFOLD = 8
    FNM_EXTGLOB = 16
    FNM_SYSCASE = 0
    FNM_SHORTNAME = 0
  end
  IO.include(Constants)

  def self.fnmatch(pattern, path, flags = 0)
    flags = Troupe::Convert.to_int(flags)
    pattern = Troupe::Paths.text(pattern)
    path = Troupe::Paths.text(path)
    patterns = flags & FNM_EXTGLOB == 0 ? [pattern] : Troupe::Glob.alternatives(pattern)
    patterns.any? { |one| Troupe::Glob.match?(one, path, flags) }
  end

  def self.fnmatch?(pattern, path, flags = 0)
    fnmatch(pattern, path, flags)
  end
end

class Dir
  include Enumerable

  class << self
    undef_method :allocate
  end

  def self.new(path, encoding: nil)
    path = Troupe::Paths.text(path)
    names = Primitive.dir_entries(path)
    made = Primitive.instance_new(self)
    made.__send__(:fill, path, names)
    made
  end

  def self.open(path, encoding: nil)
    dir = new(path)
    return dir unless block_given?
    begin
      yield dir
    ensure
      dir.close
    end
  end

  # The process's: other actors see it too.
  def self.chdir(path = ENV["HOME"] || ENV["LOGDIR"])
    raise ArgumentError, "HOME/LOGDIR not set" unless path
    path = Troupe::Paths.text(path)
    return Primitive.dir_change(path) unless block_given?
    before = pwd
    Primitive.dir_change(path)
    begin
      yield path
    ensure
      Primitive.dir_change(before)
    end
  end

  def self.foreach(path, encoding: nil, &block)
    return enum_for(:foreach, path) unless block
    entries(path).each(&block)
    nil
  end

  def self.glob(patterns, flags = 0, base: nil, sort: true, &block)
    patterns = Primitive.is_array(patterns) ? patterns : [patterns]
    found = []
    patterns.each do |pattern|
      pattern = Troupe::Paths.text(pattern)
      raise ArgumentError, "nul-separated glob pattern is deprecated" if pattern.include?("\0")
      Troupe::Glob.alternatives(pattern).each { |one| Troupe::Glob.find(one, flags, base, found) }
    end
    return found unless block
    found.each(&block)
    nil
  end

  def self.[](*patterns, base: nil, sort: true)
    glob(patterns.flatten, base: base)
  end

  # With `require "tmpdir"`.
  def self.tmpdir
    ENV["TMPDIR"] || "/tmp"
  end

  def self.mktmpdir(prefix_suffix = nil, directory = nil, **)
    prefix, suffix = prefix_suffix || "d"
    path = nil
    begin
      number = rand(36**6).to_s(36)
      path = "#{directory || tmpdir}/#{prefix}#{Process.pid}-#{number}#{suffix}"
      mkdir(path, 0o700)
    rescue Errno::EEXIST
      retry
    end
    return path unless block_given?
    begin
      yield path
    ensure
      Troupe::Glob.remove_tree(path)
    end
  end

  def path
    @path
  end

  def to_path
    @path
  end

  def read
    check
    name = @names[@at]
    @at += 1 if name
    name
  end

  def each
    return enum_for(:each) unless block_given?
    check
    while (name = read)
      yield name
    end
    self
  end

  def children
    check
    rest = @names[@at, @names.size] || []
    @at = @names.size
    rest.reject { |name| name == "." || name == ".." }
  end

  def each_child(&block)
    return enum_for(:each_child) unless block
    children.each(&block)
    self
  end

  def pos
    check
    @at
  end

  def tell
    pos
  end

  def pos=(at)
    check
    @at = at
  end

  def seek(at)
    self.pos = at
    self
  end

  def rewind
    check
    @at = 0
    self
  end

  def close
    @names = nil
  end

  def chdir(&block)
    Dir.chdir(@path, &block)
  end

  def inspect
    "#<Dir:#{@path}>"
  end

  private

  def fill(path, names)
    @path = path
    @names = names
    @at = 0
  end

  def check
    raise IOError, "closed directory" unless @names
  end
end

module Troupe
  # Patterns of names: * ? [set] \escape, ** between slashes, {a,b}.
  module Glob
    # The pattern without braces, once for each choice.
    def self.alternatives(pattern)
      open = brace(pattern, 0)
      return [pattern] unless open
      depth = 0
      parts = []
      from = at = open + 1
      while at < pattern.size
        case pattern[at]
        when "\\" then at += 1
        when "{" then depth += 1
        when ","
          if depth == 0
            parts << pattern[from, at - from]
            from = at + 1
          end
        when "}"
          break if depth == 0
          depth -= 1
        end
        at += 1
      end
      return [pattern] if at >= pattern.size
      parts << pattern[from, at - from]
      before = pattern[0, open]
      after = pattern[at + 1, pattern.size]
      parts.flat_map { |part| alternatives(before + part + after) }
    end

    def self.brace(pattern, at)
      while at < pattern.size
        return at if pattern[at] == "{"
        at += 1 if pattern[at] == "\\"
        at += 1
      end
      nil
    end

    def self.match?(pattern, path, flags)
      return !segment(pattern, flags).match(path).nil? && dot?(pattern, path, flags) if flags & File::FNM_PATHNAME == 0
      parts?(pattern.split("/", -1), path.split("/", -1), flags)
    end

    def self.parts?(patterns, names, flags)
      return names.empty? if patterns.empty?
      if patterns[0] == "**" && patterns.size > 1
        rest = patterns[1, patterns.size]
        return true if parts?(rest, names, flags)
        return false if names.size < 2 || names[0].start_with?(".") && flags & File::FNM_DOTMATCH == 0
        return parts?(patterns, names[1, names.size], flags)
      end
      return false if names.empty? || !name?(patterns[0], names[0], flags)
      parts?(patterns[1, patterns.size], names[1, names.size], flags)
    end

    def self.name?(pattern, name, flags)
      dot?(pattern, name, flags) && segment(pattern, flags).match?(name)
    end

    # A leading dot is matched by a dot only.
    def self.dot?(pattern, name, flags)
      !name.start_with?(".") || flags & File::FNM_DOTMATCH != 0 || pattern.start_with?(".") || pattern.start_with?("\\.")
    end

    def self.segment(pattern, flags)
      source = +"\\A"
      one = flags & File::FNM_PATHNAME == 0 ? "." : "[^/]"
      at = 0
      while at < pattern.size
        character = pattern[at]
        case character
        when "*" then source << one << "*"
        when "?" then source << one
        when "["
          last = set_end(pattern, at)
          source << (last ? set(pattern[at + 1, last - at - 1]) : "\\[")
          at = last if last
        when "\\"
          if flags & File::FNM_NOESCAPE == 0 && at + 1 < pattern.size
            at += 1
            character = pattern[at]
          end
          source << Regexp.escape(character)
        else source << Regexp.escape(character)
        end
        at += 1
      end
      Regexp.new(source << "\\z", Regexp::MULTILINE | (flags & File::FNM_CASEFOLD == 0 ? 0 : Regexp::IGNORECASE))
    end

    def self.set_end(pattern, at)
      last = at + 1
      last += 1 if pattern[last] == "!" || pattern[last] == "^"
      last += 1 if pattern[last] == "]"
      last += pattern[last] == "\\" ? 2 : 1 while last < pattern.size && pattern[last] != "]"
      last < pattern.size ? last : nil
    end

    def self.set(text)
      negative = text.start_with?("!") || text.start_with?("^")
      text = text[1, text.size] if negative
      "[#{"^" if negative}#{text.gsub(/[\[\]&]/) { |character| "\\#{character}" }}]"
    end

    def self.magic?(part)
      part.include?("*") || part.include?("?") || part.include?("[") || part.include?("\\")
    end

    def self.find(pattern, flags, base, found)
      parts = pattern.split("/", -1)
      start = ""
      if parts[0] == "" && parts.size > 1
        start = "/"
        parts.shift
      end
      walk(start, parts, flags, base && Paths.text(base), found)
    end

    # What is below `prefix` (which ends in a slash or is empty).
    def self.walk(prefix, parts, flags, base, found)
      part = parts[0]
      rest = parts[1, parts.size]
      if part == "**" && !rest.empty?
        walk(prefix, rest, flags, base, found)
        names(prefix, base).each do |name|
          next if name.start_with?(".") && flags & File::FNM_DOTMATCH == 0 || name == "." || name == ".."
          path = prefix + name
          walk(path + "/", parts, flags, base, found) if directory?(path, base) && !File.symlink?(full(path, base))
        end
      elsif rest.empty?
        add(prefix, part, flags, base, found)
      elsif magic?(part)
        names(prefix, base).each do |name|
          next if name == "." || name == ".." || !name?(part, name, flags)
          path = prefix + name
          walk(path + "/", rest, flags, base, found) if directory?(path, base)
        end
      else
        walk(prefix + part + "/", rest, flags, base, found) if directory?(prefix + part, base)
      end
    end

    def self.add(prefix, part, flags, base, found)
      if part.empty?
        found << prefix if directory?(prefix, base)
      elsif magic?(part)
        names(prefix, base).each do |name|
          next if name == ".." || name == "." && flags & File::FNM_DOTMATCH == 0
          found << prefix + name if name?(part, name, flags)
        end
      else
        path = full(prefix + part, base)
        found << prefix + part if File.exist?(path) || File.symlink?(path)
      end
    end

    def self.full(path, base)
      base.nil? || base.empty? || path.start_with?("/") ? path : "#{base}/#{path}"
    end

    def self.directory?(path, base)
      File.directory?(full(path, base))
    end

    def self.names(prefix, base)
      path = full(prefix, base)
      path = base.nil? || base.empty? ? "." : base if path.empty?
      Primitive.dir_entries(path).sort
    rescue SystemCallError
      []
    end

    def self.remove_tree(path)
      if File.directory?(path) && !File.symlink?(path)
        Dir.children(path).each { |name| remove_tree("#{path}/#{name}") }
        Dir.rmdir(path)
      else
        File.delete(path)
      end
    end
  end
end
