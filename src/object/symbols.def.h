// The symbols that C code names. Ids are fixed: the order here is the order of interning.
#ifndef TROUPE_OBJECT_SYMBOLS_DEF_H
#define TROUPE_OBJECT_SYMBOLS_DEF_H

#define SYMBOLS_NAMED(S)                                                                                               \
    S(initialize) S(initialize_copy) S(initialize_clone) S(initialize_dup) S(method_missing) S(respond_to)            \
    S(inspect) S(to_s) S(to_str) S(to_ary) S(to_a) S(to_proc) S(to_hash) S(to_h) S(to_i) S(to_int) S(to_f) S(to_sym)   \
    S(to_r) S(to_c) S(to_path) S(to_io) S(call) S(each) S(hash) S(coerce) S(new) S(allocate) S(inherited)              \
    S(included) S(extended) S(prepended) S(method_added) S(method_removed) S(method_undefined)                         \
    S(singleton_method_added) S(singleton_method_removed) S(singleton_method_undefined) S(const_missing)              \
    S(const_added) S(append_features) S(prepend_features) S(extend_object) S(backtrace) S(message) S(cause)            \
    S(exception) S(full_message) S(detailed_message) S(name) S(receiver) S(key) S(result) S(reason) S(exit_value)      \
    S(status) S(begin) S(end) S(min) S(max) S(size) S(length) S(first) S(last) S(raise) S(loop) S(lambda) S(proc)      \
    S(binding) S(eval) S(instance_eval) S(class_eval) S(instance_exec) S(class_exec) S(module_eval) S(module_exec)     \
    S(define_method) S(send) S(__send__) S(public_send) S(private) S(public) S(protected) S(module_function)           \
    S(attr_reader) S(attr_writer) S(attr_accessor) S(require) S(require_relative) S(load) S(puts) S(print) S(p)        \
    S(write) S(read) S(main) S(object_id) S(__id__) S(dup) S(clone) S(freeze) S(tap) S(then) S(nan) S(infinite)        \
    S(method) S(last_match) S(local_variables) S(local_variable_get) S(local_variable_set) S(succ) S(pred) S(times)    \
    S(upto) S(downto) S(step) S(map) S(select) S(reject) S(inject) S(with_index) S(next) S(rewind) S(peek)             \
    S(kind_of) S(deconstruct) S(deconstruct_keys) S(value) S(join) S(take) S(args) S(kwargs) S(it) S(block) S(rest)   \
    S(opt) S(req) S(keyreq) S(keyrest) S(nokey) S(chomp) S(exclude_end) S(by) S(to) S(of) S(half) S(up) S(down)        \
    S(even) S(ndigits) S(highlight) S(order) S(stack) S(top) S(source) S(klass) S(owner) S(line) S(path) S(mode)      \
    S(try_ary) S(try_a) S(try_proc) S(try_hash) S(spread) S(warn) S(global_assigned) S(fire) S(set_trace_func)         \
    S(defined_missing) S(work) S(__autoload)

#define SYMBOLS_SPELLED(S)                                                                                             \
    S(OP_plus, "+") S(OP_minus, "-") S(OP_times, "*") S(OP_divide, "/") S(OP_modulo, "%") S(OP_power, "**")            \
    S(OP_and, "&") S(OP_or, "|") S(OP_xor, "^") S(OP_tilde, "~") S(OP_left, "<<") S(OP_right, ">>") S(OP_not, "!")     \
    S(OP_uplus, "+@") S(OP_uminus, "-@") S(OP_eq, "==") S(OP_neq, "!=") S(OP_eqq, "===") S(OP_cmp, "<=>")              \
    S(OP_lt, "<") S(OP_le, "<=") S(OP_gt, ">") S(OP_ge, ">=") S(OP_match, "=~") S(OP_nmatch, "!~")                     \
    S(OP_index, "[]") S(OP_set_index, "[]=") S(OP_backtick, "`") S(eql, "eql?") S(equal, "equal?") S(nil_p, "nil?")    \
    S(respond_to_p, "respond_to?") S(respond_to_missing, "respond_to_missing?") S(is_a, "is_a?")          \
    S(kind_of_p, "kind_of?")                                                                                           \
    S(instance_of, "instance_of?") S(frozen_p, "frozen?") S(block_given, "block_given?") S(empty_p, "empty?")          \
    S(include_p, "include?") S(key_p, "key?") S(exclude_end_p, "exclude_end?") S(class_name, "class")                  \
    S(singleton_class_name, "singleton_class") S(method_name, "__method__") S(dir_name, "__dir__")                     \
    S(ivar_ready, "@__ready")                                                                                          \
    S(ivar_message, "@__message") S(ivar_backtrace, "@__backtrace") S(ivar_cause, "@__cause") S(ivar_name, "@__name")  \
    S(ivar_receiver, "@__receiver") S(ivar_key, "@__key") S(ivar_status, "@__status") S(ivar_result, "@__result")      \
    S(ivar_args, "@__args") S(ivar_reason, "@__reason") S(ivar_exit_value, "@__exit_value") S(ivar_tag, "@__tag")      \
    S(ivar_value, "@__value") S(ivar_path, "@__path") S(ivar_errno, "@__errno") S(ivar_locations, "@__locations")      \
    S(ivar_members, "@__members") S(ivar_signo, "@__signo") S(ivar_ractor, "@__ractor") S(ivar_site, "@__site")        \
    S(ivar_refinements, "@__refinements")                                                                              \
    S(undefined_p, "undefined?") S(PROGRAM_NAME, "$0") S(GLOBAL_error, "$!") S(GLOBAL_at, "$@") S(GLOBAL_match, "$~")  \
    S(GLOBAL_last_line, "$_") S(GLOBAL_stdout, "$stdout") S(GLOBAL_stderr, "$stderr") S(GLOBAL_stdin, "$stdin")                \
    S(forward_all, "...") S(interrupts, "__interrupts")

enum symbol_fixed {
    SYM_NONE = 0,
#define S_NAMED(id) SYM_##id,
#define S_SPELLED(id, text) SYM_##id,
    SYMBOLS_NAMED(S_NAMED) SYMBOLS_SPELLED(S_SPELLED)
#undef S_NAMED
#undef S_SPELLED
        SYM_FIXED_COUNT
};

#endif
