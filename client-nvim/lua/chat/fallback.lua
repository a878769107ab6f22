--- Starts the server on Neovim before 0.11, which has no `vim.lsp.enable`.
local M = {}

local started

--- `vim.lsp.start` came with 0.8; before, one client serves all buffers.
local function start(config, buffer)
  if not vim.lsp.start then
    started = started or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, started)
    return
  end
  local path = vim.api.nvim_buf_get_name(buffer)
  local marker = vim.fs.find(config.root_markers, { upward = true, path = vim.fs.dirname(path) })[1]
  vim.lsp.start(vim.tbl_extend("force", config, { root_dir = marker and vim.fs.dirname(marker) }))
end

--- Attaches the server to every chat buffer, now and later.
--- @param config table as for `vim.lsp.config`
function M.enable(config)
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("chat_ls", { clear = true }),
    pattern = config.filetypes,
    callback = function(event)
      start(config, event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "chat" then
      vim.api.nvim_buf_call(buffer, function()
        start(config, buffer)
      end)
    end
  end
end

return M
