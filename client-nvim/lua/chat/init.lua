--- Conversations with a model kept as plain text: starts the language server for .chat files, and what belongs to it.
local M = {}

--- Whether a folder is trusted: sending is allowed, and its project file counts.
local function is_trusted(trusted, root)
  if type(trusted) == "function" then
    return trusted(root) == true
  end
  return trusted
end

local function attached(buffer)
  require("chat.lenses").attach(buffer)
  require("chat.folding").attach(buffer)
end

--- Neovim before 0.8 tells of it in the configuration only; there, nobody else has a say in that.
local function follow_attaching()
  if vim.fn.exists("##LspAttach") == 0 then
    return function(_, buffer)
      attached(buffer)
    end
  end
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup("chat_attach", { clear = true }),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == require("chat.client").name then
        attached(event.buf)
      end
    end,
  })
end

local config

local function start()
  if vim.lsp.enable then
    vim.lsp.enable(config.name)
  else
    require("chat.fallback").enable(config)
  end
end

--- What somebody configured for this server before `setup` is called as well.
local own_on_exit

local function on_exit()
  local restart = require("chat.restart").on_exit(start)
  if own_on_exit == nil then
    local configured = vim.lsp.config and vim.lsp.config[require("chat.client").name]
    own_on_exit = configured and configured.on_exit or false
  end
  if not own_on_exit then
    return restart
  end
  return function(...)
    for _, own in ipairs(type(own_on_exit) == "table" and own_on_exit or { own_on_exit }) do
      own(...)
    end
    restart(...)
  end
end

local function capabilities()
  local known = vim.lsp.protocol.make_client_capabilities()
  known.textDocument.codeLens = known.textDocument.codeLens or { dynamicRegistration = false }
  return known
end

local function server_config(options)
  local handlers = {
    ["chat/statusChanged"] = require("chat.status").changed,
    ["chat/filesUsed"] = require("chat.used_files").changed,
    ["chat/applyStream"] = require("chat.stream").apply,
  }
  if options.progress then
    handlers = vim.tbl_extend("error", handlers, require("chat.runs").handlers())
  end
  return {
    name = require("chat.client").name,
    cmd = options.cmd,
    filetypes = { "chat" },
    root_markers = { "flemma.lua", "flemma.json", ".git" },
    -- Neovim before 0.8 cannot be asked for its settings, and before 0.10 it does not say that it shows lenses.
    init_options = {
      trusted = false,
      clientName = "neovim",
      capabilities = { applyStream = true },
      settings = options.settings,
    },
    capabilities = capabilities(),
    before_init = function(params, config)
      params.initializationOptions.trusted = is_trusted(options.trusted, config.root_dir)
    end,
    settings = { chat = options.settings },
    handlers = handlers,
    commands = require("chat.commands").client_commands(),
    on_attach = follow_attaching(),
    on_exit = on_exit(),
    -- Milliseconds; the server is fast enough for every keystroke, and a reply streams only as fast as its edits come back.
    flags = { debounce_text_changes = 20 },
  }
end

--- Configures and enables the server `chat_ls`.
--- @param options? { cmd?: string[], trusted?: boolean|fun(root: string?): boolean, settings?: table, keys?: boolean|table, folding?: boolean, lenses?: boolean, progress?: boolean }
---   see |chat.setup()|; an unknown name is an error
function M.setup(options)
  local chosen = require("chat.options").set(options)
  require("chat.used_files").follow()
  require("chat.buffers").each("chat_buffers", function(buffer)
    require("chat.keys").map(buffer, chosen.keys)
    if chosen.folding then
      require("chat.folding").enable()
    end
  end)
  config = server_config(chosen)
  if vim.lsp.config then
    vim.lsp.config(config.name, config)
  end
  start()
end

--- What the current buffer is answered by, for 'statusline': `%{v:lua.require'chat'.statusline()}`.
--- @return string text empty outside of conversations
function M.statusline()
  return require("chat.status").text(vim.api.nvim_get_current_buf())
end

return M
