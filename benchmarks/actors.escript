#!/usr/bin/env escript
%% The work of benchmarks/actors.rb in Erlang, in the same sizes: actors.escript WORK [SCALE]
-mode(compile).
-define(BATCH, 1000).
-define(RING, 100).
-define(SENDERS, 8).

main([Work]) -> main([Work, "1"]);
main([Work, Scale]) ->
    Times = try list_to_float(Scale) catch error:badarg -> list_to_integer(Scale) end,
    case Work of
        "spawn" -> spawn_all((trunc(300000 * Times) + ?BATCH - 1) div ?BATCH * ?BATCH);
        "round_trip" -> round_trip(trunc(500000 * Times));
        "ring" -> ring(trunc(1500000 * Times));
        "fan_in" -> fan_in(trunc(3000000 * Times));
        _ -> io:put_chars(standard_error, "usage: actors.escript spawn|round_trip|ring|fan_in [SCALE]\n"), halt(2)
    end.

measure(Work, Operations, Run) ->
    {Before, _} = statistics(runtime),
    Start = erlang:monotonic_time(nanosecond),
    Run(),
    Us = (erlang:monotonic_time(nanosecond) - Start) / 1000 / Operations,
    {After, _} = statistics(runtime),
    io:format("{\"benchmark\":\"actors\",\"work\":\"~s\",\"operations\":~b,\"us\":~.4f,\"cpu_us\":~.4f}~n",
              [Work, Operations, Us, (After - Before) * 1000 / Operations]).

spawn_all(Count) ->
    measure("spawn", Count, fun() -> [spawn_batch() || _ <- lists:seq(1, Count div ?BATCH)] end).

spawn_batch() ->
    Actors = [spawn_monitor(fun() -> exit(1) end) || _ <- lists:seq(1, ?BATCH)],
    ?BATCH = lists:sum([receive {'DOWN', Monitor, process, _, Value} -> Value end || {_, Monitor} <- Actors]).

round_trip(Count) ->
    Echo = spawn(fun echo/0),
    measure("round_trip", Count, fun() -> ask(Echo, Count) end),
    Echo ! stop.

echo() ->
    receive
        {From, N} -> From ! N, echo();
        stop -> ok
    end.

ask(_, 0) -> ok;
ask(Echo, Left) ->
    N = Left band 1,
    Echo ! {self(), N},
    receive N -> ask(Echo, Left - 1) end.

ring(Hops) ->
    Home = self(),
    First = spawn(fun() -> receive Following -> pass(Following, Home) end end),
    Last = lists:foldl(fun(_, Following) -> spawn(fun() -> pass(Following, Home) end) end, First, lists:seq(2, ?RING)),
    First ! Last,
    measure("ring", Hops, fun() -> Last ! Hops, receive 0 -> ok end end).

pass(Following, Home) ->
    receive
        stop -> Following ! stop;
        0 -> Home ! 0, Following ! stop;
        Left -> Following ! Left - 1, pass(Following, Home)
    end.

fan_in(Count) ->
    Each = Count div ?SENDERS,
    All = Each * ?SENDERS,
    measure("fan_in", All, fun() ->
        Home = self(),
        Sink = spawn(fun() -> Home ! {sum, collect(All, 0)} end),
        [spawn(fun() -> send_all(Sink, Each) end) || _ <- lists:seq(1, ?SENDERS)],
        receive {sum, All} -> ok end
    end).

collect(0, Sum) -> Sum;
collect(Left, Sum) -> receive N -> collect(Left - 1, Sum + N) end.

send_all(_, 0) -> ok;
send_all(Sink, Left) -> Sink ! 1, send_all(Sink, Left - 1).
