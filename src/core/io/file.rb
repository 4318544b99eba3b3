# File and Dir.
class IO
  # The reading and writing of whole files by name.
  def self.read(path, length = nil, offset = nil, mode: "r", **options)
    File.open(path, mode, **options) do |file|
      file.seek(offset) unless Primitive.same?(offset, nil)
      file.read(length)
    end
  end

  def self.binread(path, length = nil, offset = nil)
    File.open(path, "rb") do |file|
      file.seek(offset) unless Primitive.same?(offset, nil)
      file.read(length)
    end
  end

  def self.write(path, text, offset = nil, mode: nil, perm: 0o666, **options)
    unless Primitive.same?(mode, nil)
      return File.open(path, mode, perm) { |file| file.write(text) }
    end
    flags = File::WRONLY | File::CREAT
    flags |= File::TRUNC if Primitive.same?(offset, nil)
    File.open(path, flags, perm) do |file|
      file.seek(offset) unless Primitive.same?(offset, nil)
      file.write(text)
    end
  end

  def self.binwrite(path, text, offset = nil, **options)
    write(path, text, offset, **options)
  end

  def self.readlines(path, *arguments, mode: "r", encoding: nil, **options)
    File.open(path, mode) { |file| file.readlines(*arguments, **options) }
  end

  def self.foreach(path, *arguments, mode: "r", encoding: nil, **options, &block)
    return enum_for(:foreach, path, *arguments, **options) unless block
    File.open(path, mode) { |file| file.each_line(*arguments, **options, &block) }
    nil
  end

  def self.copy_stream(from, to, length = nil)
    text = Primitive.is_kind(from, IO) || from.respond_to?(:read) ? from.read(length) : File.read(from, length)
    text ||= ""
    if Primitive.is_string(to)
      File.write(to, text)
    else
      to.write(text)
    end
    text.bytesize
  end
end

class File
  def self.new(path, mode = "r", permissions = 0o666, flags: 0, **options)
    return super(path, mode) if Primitive.is_integer(path)
    path = Troupe::Paths.text(path)
    mode = options[:mode] if options[:mode]
    flags |= Troupe::Paths.flags(mode)
    binary = Primitive.is_string(mode) && mode.include?("b") || options[:binmode]
    permissions = Troupe::Convert.to_int(permissions || 0o666)
    binary = binary ? true : false
    Primitive.file_open(self, path, flags, permissions, binary) || __open_late(path, flags, permissions, binary)
  end

  # A FIFO: the thread parks until somebody opens the other end.
  def self.__open_late(path, flags, permissions, binary)
    Primitive.file_open_late(path, flags, permissions)
    Primitive.wait_job until (file = Primitive.file_opened(self, path, flags, binary))
    file
  ensure
    Primitive.wait_end
  end
  private_class_method :__open_late

  # --- Names ----------------------------------------------------------------------------------------------------------

  def self.path(path)
    Troupe::Paths.text(path)
  end

  def self.join(*parts)
    Troupe::Paths.join(parts, nil)
  end

  def self.basename(path, suffix = nil)
    name = Primitive.path_base(Troupe::Paths.text(path))
    return name if Primitive.same?(suffix, nil)
    suffix = Troupe::Convert.to_str(suffix)
    if suffix == ".*"
      extension = Primitive.path_extension(name)
      return extension.empty? ? name : name[0, name.size - extension.size]
    end
    name != suffix && name.end_with?(suffix) ? name[0, name.size - suffix.size] : name
  end

  def self.dirname(path, level = 1)
    raise ArgumentError, "negative level: #{level}" if level < 0
    path = Troupe::Paths.text(path)
    while level > 0
      path = Primitive.path_directory(path)
      level -= 1
    end
    path
  end

  def self.extname(path)
    Primitive.path_extension(Troupe::Paths.text(path))
  end

  def self.split(path)
    [dirname(path), basename(path)]
  end

  def self.expand_path(path, directory = nil)
    path = Troupe::Paths.home(Troupe::Paths.text(path))
    directory = Troupe::Paths.home(Troupe::Paths.text(directory)) unless Primitive.same?(directory, nil)
    Primitive.path_expand(path, directory)
  end

  def self.absolute_path(path, directory = nil)
    directory = Troupe::Paths.text(directory) unless Primitive.same?(directory, nil)
    Primitive.path_expand(Troupe::Paths.text(path), directory)
  end

  def self.absolute_path?(path)
    Troupe::Paths.text(path).start_with?("/")
  end

  def self.realpath(path, directory = nil)
    Primitive.path_real(expand_path(path, directory))
  end

  # --- Asking ---------------------------------------------------------------------------------------------------------

  def self.exist?(path)
    !Primitive.same?(Troupe::Paths.stat(path), nil)
  end

  def self.file?(path)
    stat = Troupe::Paths.stat(path)
    !Primitive.same?(stat, nil) && stat[0] == "file"
  end

  def self.directory?(path)
    stat = Troupe::Paths.stat(path)
    !Primitive.same?(stat, nil) && stat[0] == "directory"
  end

  def self.symlink?(path)
    stat = Primitive.file_stat(Troupe::Paths.text(path), false)
    !Primitive.same?(stat, nil) && stat[0] == "link"
  end

  def self.size(path)
    stat = Troupe::Paths.stat(path)
    raise Errno::ENOENT.new(Troupe::Paths.text(path), "rb_file_s_size") if Primitive.same?(stat, nil)
    stat[1]
  end

  def self.size?(path)
    stat = Troupe::Paths.stat(path)
    Primitive.same?(stat, nil) || stat[1] == 0 ? nil : stat[1]
  end

  def self.zero?(path)
    stat = Troupe::Paths.stat(path)
    !Primitive.same?(stat, nil) && stat[1] == 0
  end

  def self.empty?(path)
    zero?(path)
  end

  def self.ftype(path)
    stat = Primitive.file_stat(Troupe::Paths.text(path), false)
    raise Errno::ENOENT.new(Troupe::Paths.text(path), "rb_file_s_ftype") if Primitive.same?(stat, nil)
    stat[0]
  end

  def self.identical?(a, b)
    a = Troupe::Paths.stat(a)
    b = Troupe::Paths.stat(b)
    a && b ? a[5] == b[5] && a[6] == b[6] : false
  end

  def self.readable?(path)
    Primitive.file_access(Troupe::Paths.text(path), 4)
  end

  def self.writable?(path)
    Primitive.file_access(Troupe::Paths.text(path), 2)
  end

  def self.executable?(path)
    Primitive.file_access(Troupe::Paths.text(path), 1)
  end

  # --- Changing -------------------------------------------------------------------------------------------------------

  def self.delete(*paths)
    paths.each { |path| Primitive.file_change(0, Troupe::Paths.text(path), nil) }
    paths.size
  end

  def self.unlink(*paths)
    delete(*paths)
  end

  def self.rename(from, to)
    Primitive.file_change(1, Troupe::Paths.text(from), Troupe::Paths.text(to))
  end

  def self.symlink(from, to)
    Primitive.file_change(4, Troupe::Paths.text(from), Troupe::Paths.text(to))
  end

  def self.mkfifo(path, mode = 0o666)
    Primitive.file_change(7, Troupe::Paths.text(path), Troupe::Convert.to_int(mode))
  end

  def self.chmod(mode, *paths)
    paths.each { |path| Primitive.file_change(5, Troupe::Paths.text(path), Troupe::Convert.to_int(mode)) }
    paths.size
  end

  def self.truncate(path, size)
    Primitive.file_change(6, Troupe::Paths.text(path), Troupe::Convert.to_int(size))
  end

  def size
    flush
    File.size(path)
  end
end

class Dir
  def self.pwd
    Primitive.dir_pwd
  end

  def self.getwd
    Primitive.dir_pwd
  end

  def self.exist?(path)
    File.directory?(path)
  end

  def self.entries(path, **)
    Primitive.dir_entries(Troupe::Paths.text(path))
  end

  def self.children(path, **)
    entries(path).reject { |name| name == "." || name == ".." }
  end

  def self.each_child(path, **, &block)
    return enum_for(:each_child, path) unless block
    children(path).each(&block)
    nil
  end

  def self.empty?(path)
    File.directory?(path) && children(path).empty?
  end

  def self.mkdir(path, mode = 0o777)
    Primitive.file_change(2, Troupe::Paths.text(path), Troupe::Convert.to_int(mode))
  end

  def self.rmdir(path)
    Primitive.file_change(3, Troupe::Paths.text(path), nil)
  end

  def self.delete(path)
    rmdir(path)
  end

  def self.unlink(path)
    rmdir(path)
  end

  def self.home(user = nil)
    ENV["HOME"] || "/"
  end
end

module Troupe
  module Paths
    def self.text(path)
      return path if Primitive.is_string(path)
      path = path.to_path if Primitive.responds(path, :to_path)
      Convert.to_str(path)
    end

    def self.stat(path)
      path = Primitive.is_kind(path, IO) ? path.path : text(path)
      Primitive.file_stat(path, true)
    end

    def self.home(path)
      return path unless path.start_with?("~")
      return path unless path == "~" || path.start_with?("~/")
      directory = ENV["HOME"]
      raise ArgumentError, "couldn't find HOME environment -- expanding '~'" unless directory
      directory + path[1, path.size]
    end

    def self.flags(mode)
      return File::RDONLY if Primitive.same?(mode, nil)
      return mode if Primitive.is_integer(mode)
      mode = Convert.to_str(mode)
      colon = mode.index(":")
      mode = mode[0, colon] if colon
      kind = mode[0]
      plus = mode.include?("+")
      flags = plus ? File::RDWR : kind == "r" ? File::RDONLY : File::WRONLY
      case kind
      when "r" then nil
      when "w" then flags |= File::CREAT | File::TRUNC
      when "a" then flags |= File::CREAT | File::APPEND
      else raise ArgumentError, "invalid access mode #{mode}"
      end
      flags |= File::EXCL if mode.include?("x")
      mode.each_char { |c| raise ArgumentError, "invalid access mode #{mode}" unless "rwabtx+".include?(c) }
      flags
    end

    def self.join(parts, inside)
      result = nil
      i = 0
      while i < parts.size
        part = parts[i]
        if Primitive.is_array(part)
          if inside && inside.any? { |one| Primitive.same?(one, part) } || Primitive.same?(part, parts)
            raise ArgumentError, "recursive array"
          end
          part = join(part, (inside || []) + [parts])
        else
          part = text(part)
        end
        if result
          if result.end_with?("/")
            result = part.start_with?("/") ? result.sub(/\/+\z/, "") + part : result + part
          else
            result = part.start_with?("/") ? result + part : "#{result}/#{part}"
          end
        else
          result = part.dup
        end
        i += 1
      end
      result || +""
    end
  end
end
