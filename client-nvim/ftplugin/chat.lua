if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

-- Prose: long lines are shown wrapped at words and never broken in the file.
vim.bo.textwidth = 0
vim.wo.wrap = true
vim.wo.linebreak = true
vim.b.undo_ftplugin = "setlocal textwidth< wrap< linebreak<"
