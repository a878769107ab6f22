if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

-- Prose: long lines are shown wrapped at words and never broken in the file.
vim.opt_local.textwidth = 0
vim.opt_local.wrap = true
vim.opt_local.linebreak = true
vim.opt_local.commentstring = "<!-- %s -->"
vim.b.undo_ftplugin = "setlocal textwidth< wrap< linebreak< commentstring<"
