--- `:checkhealth chat`.
local M = {}

local function reporter()
  local health = vim.health and vim.health.start and vim.health
  if health then
    return health
  end
  local old = vim.health or require("health")
  return { start = old.report_start, ok = old.report_ok, warn = old.report_warn, error = old.report_error, info = old.report_info }
end

--- What a program prints, or nil with the reason.
local function output_of(command)
  local ok, output = pcall(vim.fn.system, command)
  if not ok then
    return nil, tostring(output)
  end
  if vim.v.shell_error ~= 0 then
    return nil, vim.trim(output)
  end
  return vim.trim(output)
end

local function check_editor(health)
  local version = vim.version()
  local text = ("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch)
  if vim.fn.has("nvim-0.11") == 1 then
    health.ok(text)
  elseif vim.fn.has("nvim-0.7") == 1 then
    health.ok(text .. ": served by a fallback; 0.11 brings folds, hints and highlights of the server")
  else
    health.error(text .. " is too old", { "Install Neovim 0.7 or newer, better 0.11" })
  end
end

local function check_server(health, options)
  local program = options.cmd[1]
  if vim.fn.executable(program) == 0 then
    health.error(('"%s" is no program on your path'):format(tostring(program)), {
      "Install the server: npm install --global chat-language-server",
      'Or name it: require("chat").setup({ cmd = { "node", "/path/to/dist/main.js", "--stdio" } })',
    })
    return
  end
  local command = vim.tbl_filter(function(word)
    return word ~= "--stdio"
  end, options.cmd)
  local version, problem = output_of(vim.list_extend(command, { "--version" }))
  if version then
    health.ok(("The server answers: version %s"):format(version))
  else
    health.error("The server does not start: " .. problem, { "It needs Node.js 20.19 or newer" })
  end
end

local function check_file_type(health)
  local found = vim.api.nvim_get_runtime_file("ftdetect/chat.*", true)
  if #found > 1 then
    health.warn("Other plugins claim .chat files as well", found)
  end
end

local function check_documents(health)
  local count, served = 0, 0
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "chat" then
      count = count + 1
      if require("chat.client").of(buffer) then
        served = served + 1
      end
    end
  end
  if count == 0 then
    health.info("No conversation is open")
  elseif served == count then
    health.ok(("%d of %d open conversations are served"):format(served, count))
  else
    health.error(("%d of %d open conversations are served"):format(served, count), { "See the log: " .. require("vim.lsp.log").get_filename() })
  end
end

--- Checks what the plugin needs, and says what to do about what is missing.
function M.check()
  local health = reporter()
  health.start("chat")
  check_editor(health)
  check_file_type(health)
  local options = require("chat.options").get()
  if not options then
    health.error("The plugin is not set up", { 'Call require("chat").setup() in your init.lua' })
    return
  end
  check_server(health, options)
  check_documents(health)
end

return M
