--- Starts the server on Neovim before 0.11, which has no `vim.lsp.enable`.
local M = {}

local started

--- `vim.lsp.start` came with 0.8; before, one client serves all buffers.
local function start(config, buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if not vim.lsp.start then
    if not (started and vim.lsp.get_client_by_id(started)) then
      started = vim.lsp.start_client(config)
    end
    if started then
      vim.lsp.buf_attach_client(buffer, started)
    end
    return
  end
  local marker = vim.fs.find(config.root_markers, { upward = true, path = vim.fs.dirname(path) })[1]
  vim.lsp.start(vim.tbl_extend("force", config, { root_dir = marker and vim.fs.dirname(marker) }))
end

--- Attaches the server to every conversation, now and later.
--- @param config table as for `vim.lsp.config`
function M.enable(config)
  require("chat.buffers").each("chat_ls", function(buffer)
    start(config, buffer)
  end)
end

return M
