-- What the parts of the plugin answer by themselves; results are printed as one line of JSON.
local function attempt(call, ...)
  local ok, value, problem = pcall(call, ...)
  if ok then
    return { value = value, problem = problem }
  end
  return { problem = (tostring(value):gsub("^.-chat%.", "chat.")) }
end

local read = require("chat.switch").read
local set = require("chat.options").set
local options = require("chat.options")

local function folds(lines)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  local found = {}
  for index in ipairs(lines) do
    table.insert(found, require("chat.folding").expr(index))
  end
  return found
end

local results = {
  unknown = attempt(set, { cmdd = {} }),
  kind = attempt(set, { keys = "none" }),
  provider = attempt(read, { "openai" }),
  both = attempt(read, { "openai/gpt-5", "thinking=false", "temperature=0.5", "max_tokens=50%", "idle_timeout=" }),
  model = attempt(read, { "some/other-model" }),
  preset = attempt(read, { "$fast" }),
  named = attempt(read, { "provider=", "model=x" }),
  all = attempt(read, { "default" }),
  nothing = attempt(read, {}),
}
set({ settings = { providers = { ["local"] = {}, anthropic = {} } } })
results.own = { providers = options.own_providers(), read = read({ "local/llama" }) }
results.folds = folds({
  "```lua",
  "x = 1",
  "```",
  "",
  "@You:",
  "a",
  "```",
  "@You:",
  "```",
  "",
  "@Assistant:",
  "<thinking>",
  "b",
  "</thinking>",
  "c",
})
results.empty = folds({ "" })
io.stdout:write(vim.fn.json_encode(results))
vim.cmd("qall!")
