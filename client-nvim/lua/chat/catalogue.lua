--- What ":Chat switch" completes. Written by server/build/docs.mjs from the tables of the server.
local M = {}

--- The built-in providers, the usual one first.
M.providers = { "anthropic", "openai", "vertex", "moonshot", "codex", "echo" }

--- The models of each.
M.models = {
  anthropic = { "claude-3-5-haiku-20241022", "claude-3-5-haiku-latest", "claude-3-5-sonnet-20240620", "claude-3-5-sonnet-20241022", "claude-3-7-sonnet-20250219", "claude-3-haiku-20240307", "claude-3-opus-20240229", "claude-haiku-4-5", "claude-haiku-4-5-20251001", "claude-opus-4-0", "claude-opus-4-1", "claude-opus-4-1-20250805", "claude-opus-4-20250514", "claude-opus-4-5", "claude-opus-4-5-20251101", "claude-opus-4-6", "claude-opus-4-7", "claude-sonnet-4-0", "claude-sonnet-4-20250514", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "claude-sonnet-4-6" },
  openai = { "gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "gpt-4o", "gpt-4o-mini", "gpt-5", "gpt-5-codex", "gpt-5-mini", "gpt-5-nano", "gpt-5.1", "gpt-5.1-codex", "gpt-5.1-codex-max", "gpt-5.1-codex-mini", "gpt-5.2", "gpt-5.2-codex", "gpt-5.2-pro", "gpt-5.3-codex", "gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.4-pro", "gpt-5.5", "gpt-5.5-pro", "o1", "o1-pro", "o3", "o3-mini", "o3-pro", "o4-mini" },
  vertex = { "gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-2.5-pro", "gemini-3-flash-preview", "gemini-3-pro-preview", "gemini-3.1-pro-preview", "gemini-3.1-pro-preview-customtools", "gemini-3.1-flash-lite-preview" },
  moonshot = { "kimi-k2-0711-preview", "kimi-k2-0905-preview", "kimi-k2-thinking", "kimi-k2-thinking-turbo", "kimi-k2-turbo-preview", "kimi-k2.5", "kimi-k2.6" },
  codex = { "gpt-5.3-codex-spark", "gpt-5.4", "gpt-5.4-mini", "gpt-5.5" },
  echo = { "echo" },
}

--- The parameters of requests, with the values that have names.
M.parameters = {
  { name = "thinking", values = { "minimal", "low", "medium", "high", "max", "false" } },
  { name = "temperature", values = {} },
  { name = "max_tokens", values = {} },
  { name = "timeout", values = {} },
  { name = "connect_timeout", values = {} },
  { name = "idle_timeout", values = {} },
  { name = "cache_retention", values = { "none", "short", "long" } },
}

return M
