--- Writes replies so that one undo takes back a whole reply.
local M = {}

--- By buffer: `b:changedtick` behind our last edit. Another one means that somebody else has changed something since.
local ticks = {}

--- Handler of the request `chat/applyStream`. An edit for another text than the present one is refused: the server asks again.
function M.apply(_, params, context)
  local buffer = require("chat.buffers").of(params.uri)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client or not buffer or not vim.api.nvim_buf_is_loaded(buffer) or vim.lsp.util.buf_versions[buffer] ~= params.version then
    return { applied = false }
  end
  vim.api.nvim_buf_call(buffer, function()
    if not params.first and ticks[buffer] == vim.api.nvim_buf_get_changedtick(buffer) then
      -- It fails right after an undo, which is a step of its own then.
      pcall(vim.cmd, "undojoin")
    end
    vim.lsp.util.apply_text_edits(params.edits, buffer, client.offset_encoding)
  end)
  ticks[buffer] = vim.api.nvim_buf_get_changedtick(buffer)
  if params.first then
    require("chat.runs").redraw(buffer)
  end
  if params.last then
    ticks[buffer] = nil
  end
  return { applied = true }
end

return M
