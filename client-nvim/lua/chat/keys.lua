--- Keys of conversations.
local M = {}

local defaults = {
  send = "<LocalLeader>s",
  cancel = "<LocalLeader>c",
  preview = "<LocalLeader>p",
  request = "<LocalLeader>q",
  switch = "<LocalLeader>m",
  status = "<LocalLeader>i",
  recover = "<LocalLeader>r",
  next_message = "]]",
  previous_message = "[[",
}

local descriptions = {
  send = "Send the conversation",
  cancel = "Cancel the running reply",
  preview = "Preview the rendered conversation",
  request = "Show the request as it is sent",
  switch = "Switch provider, model or parameters",
  status = "Show provider, model and problems",
  recover = "Bring back an interrupted reply",
  next_message = "Go to the next message",
  previous_message = "Go to the previous message",
}

local function jump(flags)
  return function()
    for _ = 1, vim.v.count1 do
      vim.fn.search([[^@\w\+:\s*$]], flags)
    end
  end
end

local moves = { next_message = jump("W"), previous_message = jump("bW") }

--- The names of what keys do, in alphabetical order.
--- @return string[]
function M.names()
  local names = vim.tbl_keys(defaults)
  table.sort(names)
  return names
end

local function action(name)
  return moves[name] or function()
    require("chat.commands").run(name, vim.api.nvim_get_current_buf())
  end
end

--- Maps the keys in `buffer`, and `<Plug>(chat-NAME)` for keys of one's own.
--- @param buffer integer
--- @param keys boolean|table false for none; a table holds other keys, or false, by the names of what they do
function M.map(buffer, keys)
  local chosen = type(keys) == "table" and keys or {}
  for name, default in pairs(defaults) do
    local plug = ("<Plug>(chat-%s)"):format((name:gsub("_", "-")))
    local modes = moves[name] and { "n", "x", "o" } or "n"
    vim.keymap.set(modes, plug, action(name), { buffer = buffer, desc = descriptions[name] })
    local key = chosen[name]
    if key == nil then
      key = default
    end
    if keys ~= false and key then
      vim.keymap.set(modes, key, plug, { buffer = buffer, remap = true, desc = "Chat: " .. descriptions[name] })
    end
  end
end

return M
