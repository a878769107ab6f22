--- What `require("chat").setup` was given.
local M = {}

local defaults = {
  cmd = { "chat-language-server", "--stdio" },
  trusted = true,
  settings = {},
  keys = true,
  folding = true,
  lenses = true,
  progress = true,
}

local kinds = {
  cmd = { "table" },
  trusted = { "boolean", "function" },
  settings = { "table" },
  keys = { "boolean", "table" },
  folding = { "boolean" },
  lenses = { "boolean" },
  progress = { "boolean" },
}

local function is_command(value)
  return #value > 0 and #vim.tbl_filter(function(word)
    return type(word) ~= "string"
  end, value) == 0
end

local function check_keys(keys)
  local names = require("chat.keys").names()
  for name in pairs(keys) do
    if not vim.tbl_contains(names, name) then
      error(('chat.setup: there is no key "%s"; there are %s'):format(tostring(name), table.concat(names, ", ")), 4)
    end
  end
end

local current

--- The options that count; nil before `setup`.
--- @return table?
function M.get()
  return current
end

--- Takes the options of `setup`. An unknown name or a wrong kind of value is an error that says so.
--- @param options? table
--- @return table
function M.set(options)
  for name, value in pairs(options or {}) do
    local allowed = kinds[name]
    if not allowed then
      local names = vim.tbl_keys(kinds)
      table.sort(names)
      error(('chat.setup: there is no option "%s"; there are %s'):format(name, table.concat(names, ", ")), 3)
    end
    if not vim.tbl_contains(allowed, type(value)) then
      error(('chat.setup: "%s" takes a %s, not a %s'):format(name, table.concat(allowed, " or a "), type(value)), 3)
    end
  end
  local chosen = vim.tbl_extend("force", defaults, options or {})
  if not is_command(chosen.cmd) then
    error('chat.setup: "cmd" takes the words of a command line, such as { "chat-language-server", "--stdio" }', 3)
  end
  if type(chosen.keys) == "table" then
    check_keys(chosen.keys)
  end
  current = chosen
  return current
end

--- Names of the providers that the settings define.
--- @return string[]
function M.own_providers()
  local own = current and current.settings.providers
  local names = type(own) == "table" and vim.tbl_keys(own) or {}
  names = vim.tbl_filter(function(name)
    return require("chat.catalogue").models[name] == nil
  end, names)
  table.sort(names)
  return names
end

--- Whether the settings define a provider of that name.
--- @param name string
--- @return boolean
function M.is_own_provider(name)
  return vim.tbl_contains(M.own_providers(), name)
end

return M
