# Child processes: spawn, system, `…`, IO.popen, and how they ended.
module Process
  WNOHANG = 1
  WUNTRACED = 2

  # How a process ended.
  class Status
    class << self
      undef_method :new
    end

    def self.wait(pid = -1, flags = 0)
      pid = Troupe::Convert.to_int(pid)
      flags = Troupe::Convert.to_int(flags)
      pair = Primitive.process_wait(pid, flags)
      return make(pair[0], pair[1]) unless Primitive.same?(pair, nil)
      return nil if flags & WNOHANG != 0
      descriptor = pid > 0 && flags == 0 ? Primitive.process_descriptor(pid) : nil
      pair = Primitive.same?(descriptor, nil) ? look_for(pid, flags) : wait_for(pid, descriptor)
      make(pair[0], pair[1])
    end

    def self.wait_for(pid, descriptor)
      while Primitive.same?(pair = Primitive.process_wait(pid, 0), nil)
        Primitive.descriptor_wait(descriptor, nil)
      end
      pair
    ensure
      Primitive.descriptor_close(descriptor)
    end

    def self.look_for(pid, flags)
      pause = 0.001
      while Primitive.same?(pair = Primitive.process_wait(pid, flags), nil)
        sleep(pause)
        pause += 0.001 if pause < 0.02
      end
      pair
    end
    private_class_method :wait_for, :look_for

    def self.make(pid, status)
      made = Primitive.instance_new(self)
      Primitive.ivar_hide(made, :@__pid, pid)
      Primitive.ivar_hide(made, :@__status, status)
      made.freeze
    end
    private_class_method :make

    def pid
      @__pid
    end

    def to_i
      @__status
    end

    def exited?
      @__status & 0x7f == 0
    end

    def exitstatus
      exited? ? @__status >> 8 & 0xff : nil
    end

    def success?
      exited? ? exitstatus == 0 : nil
    end

    def signaled?
      signal = @__status & 0x7f
      signal != 0 && signal != 0x7f
    end

    def termsig
      signaled? ? @__status & 0x7f : nil
    end

    def stopped?
      @__status & 0xff == 0x7f
    end

    def stopsig
      stopped? ? @__status >> 8 & 0xff : nil
    end

    def coredump?
      @__status & 0x80 != 0
    end

    def ==(other)
      Primitive.is_kind(other, Status) ? @__status == other.to_i : @__status == other
    end

    def to_s
      text = "pid #{@__pid}"
      if exited?
        text << " exit #{exitstatus}"
      elsif stopped?
        text << " SIG#{Signal.signame(stopsig)} (signal #{stopsig})"
      else
        text << " SIG#{Signal.signame(termsig)} (signal #{termsig})"
        text << " (core dumped)" if coredump?
      end
      text
    end

    def inspect
      "#<Process::Status: #{self}>"
    end
  end

  def self.last_status
    Primitive.last_status
  end

  def self.wait(pid = -1, flags = 0)
    status = Status.wait(pid, flags || 0)
    Primitive.set_last_status(status)
    Primitive.same?(status, nil) ? nil : status.pid
  end

  def self.waitpid(pid = -1, flags = 0)
    wait(pid, flags)
  end

  def self.wait2(pid = -1, flags = 0)
    pid = wait(pid, flags)
    pid && [pid, last_status]
  end

  def self.waitpid2(pid = -1, flags = 0)
    wait2(pid, flags)
  end

  def self.waitall
    ended = []
    begin
      while true
        ended << wait2
      end
    rescue Errno::ECHILD
      ended
    end
  end

  def self.spawn(*arguments, **options)
    Troupe::Spawn.start(arguments, options)
  end

  def self.exec(*arguments, **options)
    Kernel.exec(*arguments, **options)
  end

  def self.fork
    raise NotImplementedError, "fork() function is unimplemented on this machine"
  end
end

module Kernel
  module_function

  def spawn(*arguments, **options)
    Troupe::Spawn.start(arguments, options)
  end

  def system(*arguments, exception: false, **options)
    pid = begin
      Troupe::Spawn.start(arguments, options)
    rescue SystemCallError
      Primitive.set_last_status(Process::Status.__send__(:make, 0, 127 << 8))
      raise if exception
      return nil
    end
    Process.wait(pid)
    return true if $?.success?
    raise "Command failed with exit #{$?.exitstatus}: #{Troupe::Spawn.command_name(arguments)}" if exception
    false
  end

  def `(command)
    reader, writer = IO.pipe
    begin
      pid = Troupe::Spawn.start([Troupe::Convert.to_str(command)], {out: writer})
      writer.close
      text = reader.read
      Process.wait(pid)
      text
    ensure
      reader.close
      writer.close unless writer.closed?
    end
  end

  # The process is the host's: the program runs as a child, and with it this program is over.
  def exec(*arguments, **options)
    pid = Troupe::Spawn.start(arguments, options)
    Process.wait(pid)
    status = $?
    Primitive.exit_now(status.exited? ? status.exitstatus : -status.termsig)
  end

  def fork
    raise Ractor::IsolationError, "can not fork from non-main Ractors" unless Ractor.main?
    raise NotImplementedError, "fork() function is unimplemented on this machine"
  end
end

class IO
  def self.popen(*arguments, mode: nil, **options, &block)
    environment = Primitive.is_hash(arguments[0]) ? [arguments.shift] : []
    command = arguments.shift
    mode = arguments.shift unless arguments.empty?
    command = Primitive.is_array(command) ? command.dup : [command]
    raise NotImplementedError, "fork() function is unimplemented on this machine" if command == ["-"]
    if Primitive.is_hash(command[-1])
      options = command.pop.merge(options)
    end
    io = Troupe::Spawn.popen(self, environment + command, mode || "r", options)
    block ? Troupe.lend(io, &block) : io
  end

  def pid
    raise IOError, "closed stream" if closed?
    Primitive.io_pid
  end
end

module Troupe
  module Spawn
    SHELL = "/bin/sh"
    META = "*?{}[]<>()~&|\\$;'`\"\n#=%"
    BUILTINS = %w[
      . : alias bg break case cd command continue do done elif else esac eval exec exit export fc fg fi for getopts hash
      if jobs read readonly return set shift source then times trap type ulimit umask unalias unset until wait while {
    ].freeze
    STANDARD = {in: 0, out: 1, err: 2}.freeze

    def self.command_name(arguments)
      arguments.find { |one| !Primitive.is_hash(one) }
    end

    # [environment hash], command, argument … and options: the id of the child.
    def self.start(arguments, options)
      arguments = arguments.dup
      extra = Primitive.is_hash(arguments[0]) ? arguments.shift : {}
      options = arguments.pop.merge(options) if Primitive.is_hash(arguments[-1])
      raise ArgumentError, "wrong number of arguments (given 0, expected 1+)" if arguments.empty?
      environment = environment(extra, options.delete(:unsetenv_others))
      path, list = program(arguments, environment)
      group = options.delete(:pgroup)
      group = 0 if Primitive.same?(group, true)
      variables = environment.map { |name, value| "#{name}=#{value}" }
      drain_standard
      pid = Primitive.process_spawn(path, list, variables, actions(options), group || nil)
      return pid if pid > 0
      raise Primitive.errno_class(-pid).new(Primitive.is_array(arguments[0]) ? arguments[0][0] : arguments[0])
    end

    # What was written comes before what the child writes.
    def self.drain_standard
      number = 1
      while number < 3
        stream = Primitive.standard_stream(number)
        stream.__send__(:__drain) unless stream.closed?
        number += 1
      end
    end

    def self.environment(extra, alone)
      made = alone ? {} : ENV.to_h
      extra.each do |name, value|
        name = Convert.to_str(name)
        Primitive.same?(value, nil) ? made.delete(name) : made[name] = Convert.to_str(value)
      end
      made
    end

    # What is executed, and its arguments from the name on.
    def self.program(arguments, environment)
      first = arguments[0]
      if Primitive.is_array(first)
        names = [Convert.to_str(first[1])]
        first = Convert.to_str(first[0])
      else
        first = Convert.to_str(first)
        raise ArgumentError, "string contains null byte" if first.include?("\0")
        raise Errno::ENOENT.new(first) if first.strip.empty?
        return shell_or_words(first, environment) if arguments.size == 1
        names = [first]
      end
      [find(first, environment), names + arguments[1, arguments.size].map { |one| Convert.to_str(one) }]
    end

    def self.shell_or_words(command, environment)
      words = command.split(" ")
      if command.each_char.any? { |character| META.include?(character) } || BUILTINS.include?(words[0])
        return [SHELL, ["sh", "-c", command]]
      end
      [find(words[0], environment), words]
    end

    def self.find(name, environment)
      return name if name.include?("/")
      (environment["PATH"] || "/usr/local/bin:/usr/bin:/bin").split(":").each do |directory|
        path = File.join(directory.empty? ? "." : directory, name)
        return path if File.file?(path) && File.executable?(path)
      end
      raise Errno::ENOENT.new(name)
    end

    # What the child does before it runs the program; see ACTION_DUP … in spawn.c.
    def self.actions(options)
      list = []
      directory = options[:chdir]
      options.each do |what, value|
        next if what == :chdir || what == :close_others || what == :umask || what == :new_pgroup
        add_redirections(list, what, value)
      end
      list << [3, 0, Paths.text(directory)] if directory
      list
    end

    def self.add_redirections(list, what, value)
      targets = Primitive.is_array(what) ? what : [what]
      first = descriptor(targets[0])
      add_redirection(list, first, value, targets.include?(:in) || first == 0)
      targets[1, targets.size].each { |target| list << [0, descriptor(target), first] }
    end

    def self.add_redirection(list, target, value, reading)
      if value == :close
        list << [1, target]
      elsif Primitive.is_array(value) && value[0] == :child
        list << [0, target, descriptor(value[1])]
      elsif Primitive.is_array(value)
        flags = value[1] ? Paths.flags(value[1]) : File::RDONLY
        list << [2, target, Paths.text(value[0]), flags, value[2] || 0o644]
      elsif Primitive.is_string(value) || Primitive.responds(value, :to_path) && !Primitive.is_kind(value, IO)
        flags = reading ? File::RDONLY : File::WRONLY | File::CREAT | File::TRUNC
        list << [2, target, Paths.text(value), flags, 0o644]
      else
        list << [0, target, descriptor(value)]
      end
    end

    def self.descriptor(what)
      return what if Primitive.is_integer(what)
      return STANDARD.fetch(what) { raise ArgumentError, "wrong exec redirect symbol: #{what}" } if Primitive.is_symbol(what)
      what = what.to_io if !Primitive.is_kind(what, IO) && Primitive.responds(what, :to_io)
      raise ArgumentError, "wrong exec redirect action" unless Primitive.is_kind(what, IO)
      what.flush unless what.closed?
      what.fileno
    end

    def self.popen(type, command, mode, options)
      flags = Paths.flags(mode) & 3
      if flags == File::RDWR
        ours, theirs = Primitive.io_socket_pair(type)
        pid = start_with(command, options, in: theirs, out: theirs)
      elsif flags == File::WRONLY
        theirs, ours = Primitive.io_pipe(type)
        pid = start_with(command, options, in: theirs)
      else
        ours, theirs = Primitive.io_pipe(type)
        pid = start_with(command, options, out: theirs)
      end
      Primitive.io_set_pid(ours, pid)
      ours
    rescue SystemCallError
      ours.close if ours
      raise
    ensure
      theirs.close if theirs
    end

    def self.start_with(command, options, **redirections)
      start(command, redirections.merge(options))
    end
  end
end
