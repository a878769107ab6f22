-- Measures in a running Neovim how long it takes from a key to the diagnostics that it changes; results go to $CHATLS_RESULT.
local bench = vim.fn.json_decode(vim.env.CHATLS_BENCH)
vim.o.swapfile = false

if bench.language == "chat" then
  require("chat").setup({ cmd = bench.cmd, settings = { provider = "echo" } })
else
  vim.lsp.config("peer", {
    cmd = bench.cmd,
    filetypes = { bench.language },
    flags = bench.debounce and { debounce_text_changes = bench.debounce } or nil,
  })
  vim.lsp.enable("peer")
end

local function milliseconds()
  return vim.uv.hrtime() / 1e6
end

-- Everything runs in Neovim's own loop, so that keys are taken as they are when a person presses them.
local routine

local function resume(...)
  local ok, problem = coroutine.resume(routine, ...)
  if not ok then
    io.stderr:write(problem .. "\n")
    vim.cmd("cquit!")
  end
end

local function wait(ms)
  vim.defer_fn(resume, ms)
  coroutine.yield()
end

local function until_true(condition)
  for _ = 1, 1000 do
    if condition() then
      return
    end
    wait(10)
  end
  error(("timed out: %s, with %d diagnostics"):format(bench.name, #vim.diagnostic.get(0)))
end

--- Presses a key and waits until there are so many diagnostics; gives the time that took.
local function press(key, count)
  local began
  local command = vim.api.nvim_create_autocmd("DiagnosticChanged", {
    callback = function()
      if began and #vim.diagnostic.get(0) == count then
        local took = milliseconds() - began
        began = nil
        vim.schedule(function()
          resume(took)
        end)
      end
    end,
  })
  began = milliseconds()
  vim.api.nvim_input(key)
  local took = coroutine.yield()
  vim.api.nvim_del_autocmd(command)
  return took
end

--- The lines that have a place to type at, as positions.
local function places()
  local found = {}
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(bench.place)
    if at then
      table.insert(found, { index, at + bench.offset })
    end
  end
  return found
end

local function measure()
  vim.cmd.edit(vim.fn.fnameescape(bench.file))
  until_true(function()
    return #vim.lsp.get_clients({ bufnr = 0 }) > 0 and vim.lsp.get_clients({ bufnr = 0 })[1].initialized
  end)
  -- Everything has started by then, and what is wrong from the beginning is known.
  wait(3000)
  local before = #vim.diagnostic.get(0)
  local all = places()
  local times = {}
  for index = 1, bench.edits do
    vim.api.nvim_win_set_cursor(0, all[(index * 7919) % #all + 1])
    vim.api.nvim_input("i")
    wait(60)
    table.insert(times, press("x", before + 1))
    wait(60)
    table.insert(times, press("<BS>", before))
    vim.api.nvim_input("<Esc>")
    wait(20)
  end
  vim.fn.writefile({ vim.fn.json_encode(times) }, vim.env.CHATLS_RESULT)
  vim.cmd("qall!")
end

routine = coroutine.create(measure)
vim.api.nvim_create_autocmd("VimEnter", {
  callback = function()
    vim.schedule(resume)
  end,
})
