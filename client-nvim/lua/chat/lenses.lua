--- Lenses ("Send" above the last @You:) and inlay hints, kept up to date.
local M = {}

local function is_on()
  local options = require("chat.options").get()
  return options ~= nil and options.lenses
end

--- Asks for the lenses of `buffer` again, where Neovim does not do so by itself.
--- @param buffer integer
function M.refresh(buffer)
  if not is_on() or vim.lsp.codelens.enable or not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  if require("chat.client").of(buffer) then
    vim.api.nvim_buf_call(buffer, function()
      vim.lsp.codelens.refresh(vim.fn.has("nvim-0.10") == 1 and { bufnr = buffer } or nil)
    end)
  end
end

--- Takes away the lenses of a client that is gone.
--- @param client_id integer
function M.forget(client_id)
  if vim.lsp.codelens.enable then
    return
  end
  local namespace = vim.api.nvim_get_namespaces()["vim_lsp_codelens:" .. client_id]
  for _, buffer in ipairs(namespace and vim.api.nvim_list_bufs() or {}) do
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  end
end

local function follow(buffer)
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged" }, {
    group = vim.api.nvim_create_augroup("chat_lenses_" .. buffer, { clear = true }),
    buffer = buffer,
    callback = function()
      M.refresh(buffer)
    end,
  })
  M.refresh(buffer)
end

--- Begins to show lenses and hints in `buffer`, whose server is there now.
--- @param buffer integer
function M.attach(buffer)
  local options = require("chat.options").get()
  if is_on() then
    if vim.lsp.codelens.enable then
      vim.lsp.codelens.enable(true, { bufnr = buffer })
    else
      follow(buffer)
    end
  end
  if options and options.settings.inlayHints and vim.fn.has("nvim-0.10") == 1 then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
end

return M
