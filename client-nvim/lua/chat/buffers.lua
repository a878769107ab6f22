--- The buffers that hold conversations.
local M = {}

--- The buffer of a document, loaded or not; Neovim's own way to it makes a buffer where there is none, which nobody wants of one
--- that was given up.
--- @param uri string as the server was told it
--- @return integer? buffer
function M.of(uri)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.uri_from_bufnr(buffer) == uri then
      return buffer
    end
  end
end

--- Calls `callback(buffer)` for every conversation that is loaded, and for every one that will be, with that buffer as the
--- current one.
--- @param group string name of the group of autocommands; what was in it before ends
--- @param callback fun(buffer: integer)
function M.each(group, callback)
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup(group, { clear = true }),
    pattern = "chat",
    callback = function(event)
      callback(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "chat" then
      vim.api.nvim_buf_call(buffer, function()
        callback(buffer)
      end)
    end
  end
end

return M
