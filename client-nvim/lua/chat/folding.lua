--- Folds of a conversation, for Neovim that does not take them from the server: messages, frontmatter and thinking.
local M = {}

--- The levels of all lines of one buffer, at a state of its text.
local known = {}

local function levels_of(lines)
  local levels, fence, is_frontmatter, thinking = {}, nil, false, false
  local level = "0"
  for index, line in ipairs(lines) do
    local ticks = line:match("^(```+)")
    if fence then
      levels[index] = level
      if ticks and #ticks >= fence and line:match("^`+%s*$") then
        fence = nil
        if is_frontmatter then
          is_frontmatter, level, levels[index] = false, "0", "<1"
        end
      end
    elseif index == 1 and line:match("^```%w+%s*$") then
      fence, is_frontmatter, level, levels[index] = #ticks, true, "1", ">1"
    elseif ticks then
      fence, levels[index] = #ticks, level
    elseif line:match("^@%w+:%s*$") then
      thinking, level, levels[index] = false, "1", ">1"
    elseif line:match("^<thinking.*[^/]>$") or line == "<thinking>" then
      thinking, levels[index] = true, ">2"
      level = "2"
    elseif thinking and line == "</thinking>" then
      thinking, level, levels[index] = false, "1", "<2"
    else
      levels[index] = level
    end
  end
  return levels
end

--- 'foldexpr' of the current buffer.
--- @param line integer counts from 1
--- @return string
function M.expr(line)
  local buffer = vim.api.nvim_get_current_buf()
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  if known.buffer ~= buffer or known.tick ~= tick then
    known = { buffer = buffer, tick = tick, levels = levels_of(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) }
  end
  return known.levels[line] or "0"
end

local function set(name, value)
  vim.api.nvim_set_option_value(name, value, { scope = "local" })
end

--- Folds the current window; everything is open.
function M.enable()
  set("foldmethod", "expr")
  set("foldexpr", "v:lua.require'chat.folding'.expr(v:lnum)")
  set("foldlevel", 99)
end

--- Takes the folds from the server from now on, where Neovim can: they know tools and code as well.
--- @param buffer integer
function M.attach(buffer)
  if not vim.lsp.foldexpr then
    return
  end
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    if vim.wo[window].foldexpr:find("chat.folding", 1, true) then
      vim.wo[window][0].foldexpr = "v:lua.vim.lsp.foldexpr()"
    end
  end
end

return M
