--- Starts a server again that ended by itself: a reply that it was writing is offered then.
local M = {}

--- At most so many starts within so many ms: a server that cannot run is not tried for ever.
local most, period = 3, 60000

--- So many ms pass before another start.
local patience = 200

local starts = {}

local function is_leaving()
  return vim.v.exiting ~= vim.NIL
end

local function may_start()
  local now = vim.loop.now()
  starts = vim.tbl_filter(function(time)
    return now - time < period
  end, starts)
  return #starts < most
end

--- An `on_exit` of clients that calls `start` again, unless the server was told to end.
--- @param start fun()
--- @return fun(code: integer, signal: integer, client_id: integer)
function M.on_exit(start)
  return function(code, signal, client_id)
    vim.schedule(function()
      require("chat.lenses").forget(client_id)
      require("chat.runs").forget()
      require("chat.status").forget()
      if is_leaving() or (code == 0 and signal == 0) then
        return
      end
      if not may_start() then
        vim.notify("chat: the language server ends again and again; :checkhealth chat tells more", vim.log.levels.ERROR)
        return
      end
      table.insert(starts, vim.loop.now())
      vim.notify("chat: the language server ended by itself and is started again", vim.log.levels.WARN)
      -- Until then some versions of Neovim would attach to the client that is gone.
      vim.defer_fn(start, patience)
    end)
  end
end

return M
