--- The running server `chat_ls`, the same way on every Neovim.
local M = {}

M.name = "chat_ls"

--- The client of the server that serves `buffer`.
--- @param buffer integer
--- @return table? client nil where none runs
function M.of(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = buffer, name = M.name })[1]
  end
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == M.name then
      return client
    end
  end
end

--- Sends a request; `handler(err, result)` is called with the answer.
--- @param client table
--- @param request { method: string, params: table, buffer: integer }
--- @param handler fun(err: table?, result: any)
function M.request(client, request, handler)
  if vim.fn.has("nvim-0.11") == 1 then
    return client:request(request.method, request.params, handler, request.buffer)
  end
  return client.request(request.method, request.params, handler, request.buffer)
end

--- Sends a notification.
--- @param client table
--- @param method string
--- @param params table
function M.notify(client, method, params)
  if vim.fn.has("nvim-0.11") == 1 then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

return M
