--- Tells the server the text of buffers whose files documents include or attach: it counts before the disk.
local send = require("chat.client").notify

local M = {}

--- By client id: the paths in use, and the versions that the server was told of each buffer.
local used = {}
local told = {}

local function real(path)
  return vim.loop.fs_realpath(path) or path
end

local function text_of(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local text = table.concat(lines, "\n")
  return vim.bo[buffer].endofline and text .. "\n" or text
end

local function close(client, buffer)
  local versions = told[client.id]
  if versions and versions[buffer] then
    send(client, "textDocument/didClose", { textDocument = { uri = versions[buffer].uri } })
    versions[buffer] = nil
  end
end

local function change(client, buffer)
  local state = told[client.id] and told[client.id][buffer]
  if not state or not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  state.version = state.version + 1
  state.pending = false
  send(client, "textDocument/didChange", {
    textDocument = { uri = state.uri, version = state.version },
    contentChanges = { { text = text_of(buffer) } },
  })
end

local function open(client, buffer)
  local state = { uri = vim.uri_from_bufnr(buffer), version = 0, pending = false }
  told[client.id][buffer] = state
  send(client, "textDocument/didOpen", {
    textDocument = { uri = state.uri, languageId = vim.bo[buffer].filetype, version = 0, text = text_of(buffer) },
  })
  local function is_current()
    return told[client.id] ~= nil and told[client.id][buffer] == state
  end
  -- Of all changes until Neovim is idle the last one counts.
  local function changed()
    if not is_current() then
      return true
    end
    if not state.pending then
      state.pending = true
      vim.schedule(function()
        if is_current() then
          change(client, buffer)
        end
      end)
    end
  end
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = changed,
    on_reload = function()
      changed()
    end,
    on_detach = function()
      if is_current() then
        close(client, buffer)
      end
    end,
  })
end

--- Buffers that the server is told of by Neovim itself are left alone.
local function is_wanted(client, buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local is_file = name ~= "" and vim.bo[buffer].buftype == "" and vim.api.nvim_buf_is_loaded(buffer)
  return is_file and vim.bo[buffer].filetype ~= "chat" and used[client.id][real(name)] == true
end

local function look(client, buffer)
  local is_told = told[client.id][buffer] ~= nil
  local wanted = is_wanted(client, buffer)
  if wanted and not is_told then
    open(client, buffer)
  elseif is_told and not wanted then
    close(client, buffer)
  end
end

local function look_at_all(client)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    look(client, buffer)
  end
end

--- Handler of `chat/filesUsed`.
function M.changed(_, params, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  used[client.id] = {}
  told[client.id] = told[client.id] or {}
  for _, uri in ipairs(params.uris) do
    used[client.id][real(vim.uri_to_fname(uri))] = true
  end
  look_at_all(client)
end

--- Looks at buffers as they come, go and change their names.
function M.follow()
  vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile", "BufFilePost", "BufWritePost", "FileType" }, {
    group = vim.api.nvim_create_augroup("chat_used_files", { clear = true }),
    callback = function(event)
      for id in pairs(used) do
        local client = vim.lsp.get_client_by_id(id)
        if client then
          look(client, event.buf)
        else
          used[id], told[id] = nil, nil
        end
      end
    end,
  })
end

return M
