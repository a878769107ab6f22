--- A scratch window beside a conversation.
local M = {}

--- What is shown beside each conversation: the scratch buffer, and what brings it up to date.
local shown = {}

--- Waits so many ms after an edit before the window is brought up to date.
local patience = 150

local function fill(view, text, filetype)
  vim.bo[view].modifiable = true
  if vim.bo[view].filetype ~= filetype then
    vim.bo[view].filetype = filetype
  end
  local wanted = vim.split(text, "\n")
  if not vim.deep_equal(wanted, vim.api.nvim_buf_get_lines(view, 0, -1, false)) then
    vim.api.nvim_buf_set_lines(view, 0, -1, false, wanted)
  end
  vim.bo[view].modifiable = false
end

--- A window beside that of the conversation, or beside the current one where that is not shown any more; the cursor stays where it is.
local function open_view(buffer)
  local view = vim.api.nvim_create_buf(false, true)
  vim.bo[view].bufhidden = "wipe"
  local source = vim.api.nvim_get_current_win()
  local beside = vim.fn.bufwinid(buffer)
  if beside ~= -1 then
    vim.api.nvim_set_current_win(beside)
  end
  vim.cmd("rightbelow vsplit")
  vim.api.nvim_win_set_buf(0, view)
  for option, value in pairs({ wrap = true, linebreak = true, number = false, signcolumn = "no", foldenable = false }) do
    vim.api.nvim_set_option_value(option, value, { scope = "local" })
  end
  vim.api.nvim_set_current_win(source)
  return view
end

local function update(buffer)
  local entry = shown[buffer]
  if not entry then
    return
  end
  if not vim.api.nvim_buf_is_valid(entry.view) then
    shown[buffer] = nil
    return
  end
  entry.source(function(text)
    if shown[buffer] == entry and vim.api.nvim_buf_is_valid(entry.view) then
      fill(entry.view, text, entry.filetype)
    end
  end)
end

local function forget(buffer)
  local entry = shown[buffer]
  shown[buffer] = nil
  if entry and vim.api.nvim_buf_is_valid(entry.view) then
    vim.api.nvim_buf_delete(entry.view, { force = true })
  end
end

local function follow(buffer)
  local waits = false
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "TextChangedP" }, {
    group = vim.api.nvim_create_augroup("chat_beside_" .. buffer, { clear = true }),
    buffer = buffer,
    callback = function()
      if waits or not shown[buffer] then
        return
      end
      waits = true
      vim.defer_fn(function()
        waits = false
        update(buffer)
      end, patience)
    end,
  })
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = "chat_beside_" .. buffer,
    buffer = buffer,
    callback = function()
      -- Nothing can be closed while something else is.
      vim.schedule(function()
        forget(buffer)
      end)
    end,
  })
end

--- Shows what `source` tells beside `buffer`, and again after every edit, until the window is closed.
--- @param buffer integer
--- @param filetype string of what is shown
--- @param source fun(tell: fun(text: string)) tells the text, now or later; not at all where there is none
function M.show(buffer, filetype, source)
  source(function(text)
    local entry = shown[buffer]
    local view = entry and vim.api.nvim_buf_is_valid(entry.view) and entry.view or open_view(buffer)
    shown[buffer] = { view = view, filetype = filetype, source = source }
    vim.b[buffer].chat_preview = view
    fill(view, text, filetype)
    follow(buffer)
  end)
end

return M
