if vim.g.loaded_chat or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_chat = 1

vim.api.nvim_create_user_command("Chat", function(call)
  require("chat.commands").call(call.fargs)
end, {
  nargs = "*",
  complete = function(lead, line)
    return require("chat.commands").complete(lead, line)
  end,
  desc = "Send, cancel, preview, switch or recover the conversation in this buffer, or show its request or status",
})
