--- Starts the language server for .chat files.
local M = {}

local defaults = {
  cmd = { "chat-language-server", "--stdio" },
  trusted = true,
  settings = {},
}

local function server_config(options)
  return {
    name = "chat_ls",
    cmd = options.cmd,
    filetypes = { "chat" },
    root_markers = { "flemma.lua", "flemma.json", ".git" },
    init_options = { trusted = options.trusted, clientName = "neovim", capabilities = { applyStream = true } },
    settings = { chat = options.settings },
    handlers = {
      ["chat/statusChanged"] = require("chat.status").changed,
      ["chat/filesUsed"] = require("chat.used_files").changed,
      ["chat/applyStream"] = require("chat.stream").apply,
    },
    -- Milliseconds; the server is fast enough for every keystroke, and a reply streams only as fast as its edits come back.
    flags = { debounce_text_changes = 20 },
  }
end

--- Configures and enables the server `chat_ls`.
--- @param options? { cmd?: string[], trusted?: boolean, settings?: table }
---   `cmd`: the server's command line; `trusted` (default true): whether project files apply and sending is allowed;
---   `settings`: the content of the settings section `chat`
function M.setup(options)
  require("chat.used_files").follow()
  local config = server_config(vim.tbl_extend("force", defaults, options or {}))
  if vim.fn.has("nvim-0.11") == 1 then
    vim.lsp.config("chat_ls", config)
    vim.lsp.enable("chat_ls")
  else
    require("chat.fallback").enable(config)
  end
end

--- What the current buffer is answered by, for 'statusline': `%{v:lua.require("chat").statusline()}`.
--- @return string text empty outside of conversations
function M.statusline()
  return require("chat.status").text(vim.api.nvim_get_current_buf())
end

return M
