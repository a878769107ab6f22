--- What `:Chat` does.
local client_of = require("chat.client").of
local request = require("chat.client").request

local M = {}

local function notify(message)
  vim.notify("chat: " .. message, vim.log.levels.WARN)
end

--- Runs a server command on `buffer`; a failure is shown.
--- @param command string
--- @param buffer integer
--- @param more { argument?: table, token?: string, on_result?: fun(result: any), is_quiet?: boolean }
local function execute(command, buffer, more)
  if vim.api.nvim_buf_get_name(buffer) == "" and vim.bo[buffer].filetype == "chat" then
    -- Neovim has no address for it that a server could answer about.
    return notify("this conversation has no name yet; :write NAME.chat first")
  end
  local client = client_of(buffer)
  if not client then
    return notify("the language server is not running here; :checkhealth chat tells why")
  end
  local argument = vim.tbl_extend("keep", { uri = vim.uri_from_bufnr(buffer) }, more.argument or {})
  local params = { command = command, arguments = { argument }, workDoneToken = more.token }
  request(client, { method = "workspace/executeCommand", params = params, buffer = buffer }, function(err, result)
    if err then
      if not more.is_quiet then
        notify(err.message)
      end
    elseif more.on_result then
      more.on_result(result)
    end
  end)
end

--- Shows the answer of a command, a text at `field` of it or the answer itself, beside the conversation.
local function show_answer(command, buffer, view)
  local is_first = true
  require("chat.beside").show(buffer, view.filetype, function(tell)
    -- What cannot be rendered while it is being edited is no reason to complain at every key.
    execute(command, buffer, {
      is_quiet = not is_first,
      on_result = function(result)
        tell(view.field and result[view.field] or result)
      end,
    })
    is_first = false
  end)
end

local actions = {
  send = function(buffer)
    execute("chat.send", buffer, { token = require("chat.runs").token(buffer) })
  end,
  cancel = function(buffer)
    execute("chat.cancel", buffer, {
      on_result = function(result)
        if not result.cancelled then
          notify("no reply is being written here")
        end
      end,
    })
  end,
  preview = function(buffer)
    show_answer("chat.preview", buffer, { filetype = "markdown", field = "markdown" })
  end,
  request = function(buffer)
    show_answer("chat.request", buffer, { filetype = "json" })
  end,
  switch = function(buffer, words)
    require("chat.switch").ask(words, function(argument, problem)
      if problem then
        return notify(problem)
      end
      execute("chat.switch", buffer, { argument = argument })
    end)
  end,
  status = function(buffer)
    execute("chat.status", buffer, { argument = { show = true } })
  end,
  recover = function(buffer)
    execute("chat.recover", buffer, {
      on_result = function(result)
        if #result.replies == 0 then
          notify("there is no interrupted reply of this document")
        end
      end,
    })
  end,
}

--- The names of all actions, in alphabetical order.
--- @return string[]
function M.names()
  local names = vim.tbl_keys(actions)
  table.sort(names)
  return names
end

--- Runs an action; `words` are what was typed behind its name.
--- @param name string
--- @param buffer integer
--- @param words? string[]
function M.run(name, buffer, words)
  local action = actions[name]
  if not action then
    return notify(('there is no ":Chat %s"; use one of %s'):format(name, table.concat(M.names(), ", ")))
  end
  action(buffer, words or {})
end

--- Runs `:Chat WORDS` for the current buffer; without words a person chooses.
--- @param words string[]
function M.call(words)
  local buffer = vim.api.nvim_get_current_buf()
  if #words > 0 then
    return M.run(words[1], buffer, vim.list_slice(words, 2))
  end
  vim.ui.select(M.names(), { prompt = "Chat:" }, function(name)
    if name then
      M.run(name, buffer)
    end
  end)
end

--- Completes the command line of `:Chat`.
--- @param lead string the word that the cursor is in, up to it
--- @param line string
--- @return string[]
function M.complete(lead, line)
  -- What stands before the command are modifiers, such as `silent`.
  local words = vim.split(line:sub(1, #line - #lead):match("Cha?t?%s+(.*)$") or "", "%s+", { trimempty = true })
  local found = M.names()
  if #words > 0 then
    found = words[1] == "switch" and require("chat.switch").words() or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, found)
end

--- What lenses and code actions run in the editor instead of asking the server alone: they show more here.
--- @return table<string, fun(command: table)>
function M.client_commands()
  local handlers = {}
  for _, name in ipairs({ "send", "preview", "request" }) do
    handlers["chat." .. name] = function(command)
      local buffer = require("chat.buffers").of(command.arguments[1].uri)
      if buffer then
        M.run(name, buffer)
      end
    end
  end
  return handlers
end

return M
