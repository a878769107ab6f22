if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

-- Prose: long lines are shown wrapped at words and never broken in the file.
vim.opt_local.textwidth = 0
vim.opt_local.wrap = true
vim.opt_local.linebreak = true
-- What a comment of Lua holds is not sent, while one of HTML would be.
vim.opt_local.commentstring = "{% --[[ %s ]] %}"
vim.b.undo_ftplugin = "setlocal textwidth< wrap< linebreak< commentstring<"
