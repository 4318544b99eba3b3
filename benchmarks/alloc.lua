-- The tasks 1 to 3 of benchmarks/alloc.rb in Lua, one actor's worth eight times over: alloc.lua serial TASK
local tasks = {}

tasks["1"] = function()
    local i = 0
    while i < 1000000 do
        local a = {{{{{{{{{{{{{{{{{{{{{{{{{{{{}}}}}}}}}}}}}}}}}}}}}}}}}}}}
        i = i + 1
    end
end

tasks["2"] = function()
    local s = string.rep("0,", 1000)
    for _ = 1, 1000 do
        local a, count = {}, 0
        for field in string.gmatch(s, "([^,]*),") do
            count = count + 1
            a[count] = field
        end
    end
end

tasks["3"] = function()
    for _ = 1, 1000 do
        local product, count = {}, 0
        for x = 1, 100 do
            for y = 1, 100 do
                count = count + 1
                product[count] = {x, y}
            end
        end
    end
end

local mode, task = arg[1], tasks[arg[2]]
if mode ~= "serial" or not task then
    io.stderr:write("usage: alloc.lua serial 1|2|3\n")
    os.exit(2)
end
for _ = 1, 8 do task() end
