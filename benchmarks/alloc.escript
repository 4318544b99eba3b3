#!/usr/bin/env escript
%% The tasks 1 to 3 of benchmarks/alloc.rb in Erlang: alloc.escript serial|r_parallel TASK
-mode(compile).

main([Mode, Task]) when Mode =:= "serial"; Mode =:= "r_parallel" ->
    run(Mode, Task, 8);
main(_) ->
    io:put_chars(standard_error, "usage: alloc.escript serial|r_parallel 1|2|3\n"),
    halt(2).

run(_, Task, _) when Task =/= "1", Task =/= "2", Task =/= "3" -> halt(2);
run("serial", Task, Count) -> [task(Task) || _ <- lists:seq(1, Count)];
run("r_parallel", Task, Count) ->
    Actors = [spawn_monitor(fun() -> task(Task) end) || _ <- lists:seq(1, Count)],
    [receive {'DOWN', Monitor, process, _, _} -> ok end || {_, Monitor} <- Actors].

%% The innermost value is an argument: a literal would be built once, at compile time.
task("1") -> nest(1000000, hd(init:get_plain_arguments()), []);
task("2") -> split(1000, binary:copy(<<"0,">>, 1000), []);
task("3") -> product(1000, lists:seq(1, 100), []).

nest(0, _, Last) -> Last;
nest(N, X, _) -> nest(N - 1, X, [[[[[[[[[[[[[[[[[[[[[[[[[[[[X]]]]]]]]]]]]]]]]]]]]]]]]]]]]).

split(0, _, Last) -> Last;
split(N, Text, _) -> split(N - 1, Text, binary:split(Text, <<",">>, [global])).

product(0, _, Last) -> Last;
product(N, List, _) -> product(N - 1, List, [{X, Y} || X <- List, Y <- List]).
