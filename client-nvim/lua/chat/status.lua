--- What the server said last about each document, as text for a status line.
local M = {}

local statuses = {}

--- Handler of `chat/statusChanged`.
function M.changed(_, status)
  statuses[status.uri] = status
  vim.cmd("redrawstatus!")
end

--- Forgets everything: whoever told it is gone.
function M.forget()
  statuses = {}
  vim.cmd("redrawstatus!")
end

local function is_set(value)
  return type(value) == "number" or type(value) == "string"
end

--- @param buffer integer
--- @return string text `provider/model`, and what else is chosen; empty for a buffer that the server does not know
function M.text(buffer)
  local status = statuses[vim.uri_from_bufnr(buffer)]
  if not status then
    return ""
  end
  -- An endpoint of one's own may have no model to choose.
  local parts = { status.model == "" and status.provider or status.provider .. "/" .. status.model }
  if is_set(status.thinking) then
    table.insert(parts, "thinking " .. status.thinking)
  end
  if is_set(status.temperature) then
    table.insert(parts, ("temperature %g"):format(status.temperature))
  end
  if status.running then
    table.insert(parts, "writing")
  end
  return table.concat(parts, ", ")
end

return M
