--- What `:Chat` does.
local M = {}

local function notify(message)
  vim.notify("chat: " .. message, vim.log.levels.WARN)
end

local function find_client(buffer)
  local filter = { bufnr = buffer, name = "chat_ls" }
  if vim.lsp.get_clients then
    return vim.lsp.get_clients(filter)[1]
  end
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == "chat_ls" then
      return client
    end
  end
end

--- Runs a server command on `buffer`; `on_result` gets what it returns, which else the server shows; a failure is shown.
local function execute(command, buffer, on_result)
  local client = find_client(buffer)
  if not client then
    return notify("the language server is not running here")
  end
  local params = { command = command, arguments = { { uri = vim.uri_from_bufnr(buffer), show = on_result == nil } } }
  local function handler(err, result)
    if err then
      notify(err.message)
    elseif on_result then
      on_result(result)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, handler, buffer)
  else
    client.request("workspace/executeCommand", params, handler, buffer)
  end
end

--- Shows a text in a scratch window beside the conversation, which keeps the cursor; one of the same buffer that is open already is reused.
local function show_beside(buffer, text, filetype)
  local preview = vim.b[buffer].chat_preview
  if not preview or not vim.api.nvim_buf_is_valid(preview) then
    preview = vim.api.nvim_create_buf(false, true)
    vim.b[buffer].chat_preview = preview
    vim.bo[preview].bufhidden = "wipe"
    local source = vim.api.nvim_get_current_win()
    vim.cmd("vsplit")
    vim.api.nvim_win_set_buf(0, preview)
    vim.api.nvim_set_current_win(source)
  end
  vim.bo[preview].modifiable = true
  vim.bo[preview].filetype = filetype
  vim.api.nvim_buf_set_lines(preview, 0, -1, false, vim.split(text, "\n"))
  vim.bo[preview].modifiable = false
end

local actions = {
  send = function(buffer)
    execute("chat.send", buffer)
  end,
  cancel = function(buffer)
    execute("chat.cancel", buffer)
  end,
  preview = function(buffer)
    execute("chat.preview", buffer, function(result)
      show_beside(buffer, result.markdown, "markdown")
    end)
  end,
  request = function(buffer)
    execute("chat.request", buffer, function(body)
      show_beside(buffer, body, "json")
    end)
  end,
  recover = function(buffer)
    execute("chat.recover", buffer)
  end,
  status = function(buffer)
    execute("chat.status", buffer)
  end,
}

--- Runs `:Chat NAME` for the current buffer.
--- @param name string
function M.run(name)
  local action = actions[name]
  if not action then
    return notify(('there is no ":Chat %s"; use send, cancel, preview, request, recover or status'):format(name))
  end
  action(vim.api.nvim_get_current_buf())
end

--- The actions that begin with `prefix`, for command line completion.
--- @param prefix string
--- @return string[]
function M.complete(prefix)
  local names = vim.tbl_filter(function(name)
    return vim.startswith(name, prefix)
  end, vim.tbl_keys(actions))
  table.sort(names)
  return names
end

return M
