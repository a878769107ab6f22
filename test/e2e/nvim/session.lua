-- A person's session in a real Neovim: every step is what the editor does itself, every check what the person sees.
local passed, failed = 0, 0

local function check(name, ok, seen)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
  end
  local detail = ok and "" or ("\n       seen: " .. (type(seen) == "string" and seen or vim.inspect(seen)))
  io.stdout:write((ok and "ok     " or "not ok ") .. name .. detail .. "\n")
end

local function eventually(condition)
  return (vim.wait(30000, condition, 10))
end

local buffer

local function lines()
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function replace(line, from, to)
  local old = lines()[line]
  vim.api.nvim_buf_set_lines(buffer, line - 1, line, false, { (old:gsub(from, to, 1)) })
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, ("%s %d:%d-%d"):format(diagnostic.code, diagnostic.lnum + 1, diagnostic.col, diagnostic.end_col))
  end
  return found
end

-- The text of the window that K opens at a place.
local function hover(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  vim.lsp.buf.hover()
  local text = ""
  eventually(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
    return false
  end)
  return text
end

local function check_hover(name, expected)
  local text = hover(5, 2)
  check(name, text:find(expected, 1, true), text)
end

local function session()
  local exit
  vim.lsp.config("chat_ls", {
    on_exit = function(code)
      exit = code
    end,
  })
  require("chat").setup({
    cmd = { vim.env.CHATLS_NODE, vim.env.CHATLS_MAIN, "--stdio" },
    settings = { provider = "echo" },
  })
  vim.cmd.edit(vim.fn.fnameescape(vim.env.CHATLS_FILE))
  buffer = vim.api.nvim_get_current_buf()

  local client
  check("a .chat file gets the language id", vim.bo[buffer].filetype == "chat", vim.bo[buffer].filetype)
  check(
    "the server attaches",
    eventually(function()
      client = vim.lsp.get_clients({ bufnr = buffer, name = "chat_ls" })[1]
      return client ~= nil and client.initialized
    end)
  )

  check(
    "an undefined variable is underlined at its exact place",
    eventually(function()
      return vim.deep_equal(codes(), { "expression/undefined-variable 6:13-17" })
    end),
    codes()
  )

  vim.api.nvim_win_set_cursor(0, { 6, 14 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.isPreferred
    end,
  })
  check(
    "the preferred fix writes the name that was meant",
    eventually(function()
      return lines()[6] == "You greet {{ name }}."
    end),
    lines()[6]
  )
  check(
    "the diagnostic goes",
    eventually(function()
      return #codes() == 0
    end),
    codes()
  )

  check_hover("hover on a role marker shows the rendered message", "You greet World.")

  replace(2, "World", "Neovim")
  check_hover("an edit of the frontmatter changes the hover", "You greet Neovim.")

  replace(9, "Hello", "{%% if %%}Hello")
  check(
    "an edit brings a new diagnostic",
    eventually(function()
      return #codes() == 1 and vim.diagnostic.get(buffer)[1].severity == vim.diagnostic.severity.ERROR
    end),
    codes()
  )
  replace(9, "{%% if %%}", "")
  check(
    "taking the edit back takes the diagnostic back",
    eventually(function()
      return #codes() == 0
    end),
    codes()
  )

  vim.cmd("Chat preview")
  check(
    "the preview shows the rendered conversation",
    eventually(function()
      local preview = vim.b[buffer].chat_preview
      local shown = preview and table.concat(vim.api.nvim_buf_get_lines(preview, 0, -1, false), "\n") or ""
      return shown:find("You greet Neovim.", 1, true) and shown:find("Hello Neovim!", 1, true)
    end),
    vim.fn.execute("messages")
  )

  local edits = 0
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      edits = edits + 1
    end,
  })
  -- What a person does while they wait ends the step of undo; this session never comes to the loop in which Neovim does that.
  local breaks = vim.uv.new_timer()
  breaks:start(0, 10, vim.schedule_wrap(function()
    vim.o.undolevels = vim.o.undolevels
  end))
  vim.cmd("Chat send")
  check(
    "a send ends with a new @You:",
    eventually(function()
      local now = lines()
      while now[#now] == "" do
        table.remove(now)
      end
      return #now > 10 and now[#now] == "@You:"
    end),
    lines()
  )
  local reply = table.concat(vim.list_slice(lines(), 11), "\n")
  check("the reply is an @Assistant: message of the echo provider", reply:find("@Assistant:\n.*Hello Neovim!.* word150.*\n@You:") ~= nil, reply)
  check("the reply came in pieces", edits > 5, edits)
  breaks:stop()
  vim.cmd("silent undo")
  check("one undo takes back the whole reply", not table.concat(lines(), "\n"):find("@Assistant:", 1, true), lines())
  check("and nothing else", #lines() == 10 and lines()[9] == "Hello {{ name }}!", lines())
  vim.cmd("silent redo")
  check("one redo brings it back", table.concat(vim.list_slice(lines(), 11), "\n") == reply, lines())
  check(
    "the status line names provider and model, and that nothing is being written any more",
    eventually(function()
      return require("chat").statusline() == "echo/echo, thinking high"
    end),
    require("chat").statusline()
  )
  check("nothing above the reply changed", lines()[9] == "Hello {{ name }}!", lines()[9])

  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "{% if %}" })
  check(
    "the next turn is checked as well",
    eventually(function()
      return #codes() == 1
    end),
    codes()
  )
  vim.cmd("Chat send")
  check(
    "a blocked send is refused with the reason",
    eventually(function()
      return vim.fn.execute("messages"):find(vim.diagnostic.get(buffer)[1].message, 1, true) ~= nil
    end),
    vim.fn.execute("messages")
  )

  local conversation_buffer = buffer
  local part = vim.fs.dirname(vim.env.CHATLS_FILE) .. "/part é.md"
  vim.fn.writefile({ "{{ nobody }}" }, part)
  vim.cmd.edit(vim.fn.fnameescape(vim.fs.dirname(vim.env.CHATLS_FILE) .. "/top.chat"))
  buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "@You:", "{{ include('part é.md') }}" })
  local function finds(expected)
    return eventually(function()
      return vim.deep_equal(codes(), expected)
    end)
  end
  local faulty = { "expression/undefined-variable 2:3-24" }
  check("what is wrong in an included file is shown at its call", finds(faulty), codes())
  local top = buffer
  vim.cmd.split(vim.fn.fnameescape(part))
  buffer = vim.api.nvim_get_current_buf()
  check("and in the file, once that is open", finds({ "expression/undefined-variable 1:3-9" }), codes())
  check("which the server is not attached to", #vim.lsp.get_clients({ bufnr = buffer, name = "chat_ls" }) == 0)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "mended, not saved" })
  check("it goes there as soon as it is mended, saved or not", finds({}), codes())
  buffer = top
  check("and at the call", finds({}), codes())
  vim.cmd("bdelete! " .. vim.fn.fnameescape(part))
  check("a buffer that is given up leaves the word to the disk", finds(faulty), codes())
  vim.fn.writefile({ "mended on the disk" }, part)
  check("where a change is noticed as well", finds({}), codes())
  buffer = conversation_buffer

  client:stop()
  check(
    "the server stops when it is told to",
    eventually(function()
      return exit ~= nil
    end)
  )
  check("the server's exit code is 0", exit == 0, exit)
end

local ok, problem = xpcall(session, debug.traceback)
if not ok then
  check("the session runs to its end", false, problem)
end
io.stdout:write(("%d passed, %d failed\n"):format(passed, failed))
io.stdout:flush()
vim.cmd(failed == 0 and "qall!" or "cquit!")
