--- Shows where a reply is being written, and what the run does.
local M = {}

local namespace = vim.api.nvim_create_namespace("chat_runs")

--- By buffer: what is said of its run.
local running = {}
--- By progress token: the buffer whose run it is of.
local tokens = {}
local count = 0

local function define_highlights()
  vim.api.nvim_set_hl(0, "ChatRunSign", { default = true, link = "DiagnosticSignInfo" })
  vim.api.nvim_set_hl(0, "ChatRunText", { default = true, link = "DiagnosticVirtualTextInfo" })
end

--- The line of the reply's marker: the last `@Assistant:`, else the last line of all. Counts from 0.
local function line_of(buffer)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  -- A reply is searched for from its end, and one that is longer than this shows its run at its end.
  local first = math.max(0, last - 2000)
  local lines = vim.api.nvim_buf_get_lines(buffer, first, last + 1, false)
  for index = #lines, 1, -1 do
    if lines[index]:match("^@Assistant:%s*$") then
      return first + index - 1
    end
    if lines[index]:match("^@You:%s*$") then
      break
    end
  end
  return last
end

local function draw(buffer)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local text = running[buffer]
  if not text then
    return
  end
  vim.api.nvim_buf_set_extmark(buffer, namespace, line_of(buffer), 0, {
    virt_text = { { "  " .. text, "ChatRunText" } },
    virt_text_pos = "eol",
    hl_mode = "combine",
    sign_text = "▶",
    sign_hl_group = "ChatRunSign",
    priority = 5,
  })
end

local words = { waiting = "waiting", running = "writing" }

--- Draws what is said of the run of `buffer` where its reply is now.
--- @param buffer integer
function M.redraw(buffer)
  if running[buffer] then
    draw(buffer)
  end
end

--- Forgets all runs: whoever made them is gone.
function M.forget()
  local buffers = vim.tbl_keys(running)
  running, tokens = {}, {}
  for _, buffer in ipairs(buffers) do
    draw(buffer)
  end
end

--- Handler of `chat/runChanged`.
function M.changed(_, change)
  local buffer = require("chat.buffers").of(change.uri)
  if not buffer then
    return
  end
  running[buffer] = words[change.state]
  draw(buffer)
  require("chat.lenses").refresh(buffer)
end

--- A token for the progress of the next run of `buffer`.
--- @param buffer integer
--- @return string
function M.token(buffer)
  count = count + 1
  local token = "chat-run-" .. count
  tokens[token] = buffer
  return token
end

--- Takes what `$/progress` says of a run.
--- @param params table
function M.progress(params)
  local buffer = tokens[params.token]
  if not buffer then
    return
  end
  local value = params.value
  if value.kind == "end" then
    tokens[params.token] = nil
    if value.message and value.message ~= "" then
      -- On the command line, where it disappears by itself.
      vim.api.nvim_echo({ { "chat: " .. value.message } }, false, {})
    end
  elseif running[buffer] and value.message and value.message ~= "" then
    running[buffer] = value.message
    draw(buffer)
  end
end

--- The handlers that a client needs for this.
--- @return table<string, function>
function M.handlers()
  define_highlights()
  return {
    ["chat/runChanged"] = M.changed,
    ["$/progress"] = function(err, params, context, config)
      M.progress(params)
      return vim.lsp.handlers["$/progress"](err, params, context, config)
    end,
  }
end

return M
