-- Runs programs in LuaJIT with the globals that templates have, and prints what each gave.
-- Input: for each program its length in bytes, a newline, and the program. Output alike.
local function subset(from, names)
  local to = {}
  for name in names:gmatch("%a+") do to[name] = from[name] end
  return to
end

local function environment()
  local env = subset(_G, "assert error ipairs pairs pcall select tonumber tostring type")
  env._VERSION = _VERSION
  env.string = subset(string, "byte char find format gmatch gsub len lower match rep reverse sub upper")
  env.table = subset(table, "concat foreach foreachi getn insert maxn remove sort")
  env.table.unpack = unpack
  env.math = subset(math, "abs ceil floor max min random randomseed pi")
  env.math.round = math.floor
  env.os = subset(os, "date time clock difftime")
  env.utf8 = false
  return setmetatable(env, {
    __index = function(_, name)
      if name == "utf8" then return nil end
      error("Undefined variable '" .. tostring(name) .. "'", 2)
    end,
  })
end

local function show(value)
  local kind = type(value)
  if kind == "string" then
    return '"' .. value:gsub('[^ -~]', function(c) return ("\1x%02x"):format(c:byte()) end):gsub('[\\"]', function(c) return ("\1x%02x"):format(c:byte()) end):gsub("\1", "\\") .. '"'
  elseif kind == "number" then
    if value ~= value then return "nan" end
    if value == 0 or value == math.huge or value == -math.huge then return tostring(value) end
    return ("%.17g"):format(value)
  elseif kind == "table" or kind == "function" then
    return kind
  end
  return tostring(value)
end

local function pack(...) return { n = select("#", ...), ... } end

local function run(source)
  local chunk, problem = loadstring(source, "=c")
  if not chunk then return "syntax: " .. problem:gsub("^c:%d+: ", "") end
  local env = environment()
  env.utf8 = nil
  setfenv(chunk, env)
  local results = pack(pcall(chunk))
  if not results[1] then
    local message = results[2]
    return "error: " .. (type(message) == "string" and message or show(message)):match("^[^\n]*")
  end
  local shown = {}
  for i = 2, results.n do shown[#shown + 1] = show(results[i]) end
  return table.concat(shown, " ")
end

while true do
  local length = io.read("*n", "*l")
  if not length then break end
  local source = io.read(length)
  local ok, result = pcall(run, source)
  result = tostring(result)
  io.write(#result, "\n", result, "\n")
  io.read("*l")
end
