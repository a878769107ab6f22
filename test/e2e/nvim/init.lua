-- The configuration of a person who follows docs/editors.md, with what a test needs to see.
vim.o.shortmess = vim.o.shortmess .. "I"
vim.o.swapfile = false
vim.o.laststatus = 2
vim.o.completeopt = "menuone,noinsert"
vim.o.signcolumn = "yes"
vim.g.mapleader = " "
vim.g.maplocalleader = ","
vim.diagnostic.config({ virtual_text = true })
vim.opt.runtimepath:append(vim.env.CHATLS_PLUGIN)
require("chat").setup({
  settings = vim.fn.json_decode(vim.env.CHATLS_SETTINGS),
  trusted = function()
    return vim.env.CHATLS_UNTRUSTED == nil
  end,
})
vim.o.statusline = "%f %{v:lua.require'chat'.statusline()}"
-- Neovim of Debian 12 maps nothing by itself.
if vim.fn.has("nvim-0.11") == 0 then
  vim.keymap.set("n", "gra", vim.lsp.buf.code_action)
  vim.keymap.set("n", "K", vim.lsp.buf.hover)
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "chat",
    command = "setlocal omnifunc=v:lua.vim.lsp.omnifunc",
  })
end
