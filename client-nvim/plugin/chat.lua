if vim.g.loaded_chat then
  return
end
vim.g.loaded_chat = 1

vim.api.nvim_create_user_command("Chat", function(call)
  require("chat.commands").run(call.args)
end, {
  nargs = 1,
  complete = function(prefix)
    return require("chat.commands").complete(prefix)
  end,
  desc = "Send, cancel or preview the conversation in this buffer, or show its status",
})
