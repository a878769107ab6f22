--- `:Chat switch`: another provider, model or parameter for one document, while it is open.
local M = {}

--- The word that takes back whatever was switched.
local back = "default"

local function catalogue()
  return require("chat.catalogue")
end

--- `null` of JSON takes back one switch.
local function value_of(text)
  if text == "" then
    return vim.NIL
  end
  local ok, value = pcall(vim.fn.json_decode, text)
  if ok and (type(value) == "number" or type(value) == "boolean") then
    return value
  end
  return text
end

--- What a word without an equals sign means: `$preset`, `provider`, `provider/model` or a model.
local function take_answerer(argument, word)
  local provider, model = word:match("^([^/]+)/(.+)$")
  if provider and catalogue().models[provider] or provider and require("chat.options").is_own_provider(provider) then
    argument.provider, argument.model = provider, model
  elseif catalogue().models[word] or require("chat.options").is_own_provider(word) then
    argument.provider = word
  else
    argument.model = word
  end
end

--- Reads the words behind `:Chat switch`.
--- @param words string[]
--- @return table? argument of `chat.switch`, without the document
--- @return string? problem in words for the person
function M.read(words)
  local argument, parameters = {}, {}
  if #words == 1 and words[1] == back then
    return {}
  end
  for _, word in ipairs(words) do
    local name, text = word:match("^([%w_.]+)=(.*)$")
    if not name then
      take_answerer(argument, word)
    elseif name == "provider" or name == "model" then
      argument[name] = text == "" and vim.NIL or text
    else
      parameters[name] = value_of(text)
    end
  end
  if next(parameters) then
    argument.parameters = parameters
  end
  if not next(argument) then
    return nil, "say what to switch: a provider, provider/model, or name=value"
  end
  return argument
end

--- Everything that answers, as `provider/model`.
local function answerers()
  local found = {}
  for _, provider in ipairs(catalogue().providers) do
    for _, model in ipairs(catalogue().models[provider]) do
      table.insert(found, provider .. "/" .. model)
    end
  end
  return vim.list_extend(found, require("chat.options").own_providers())
end

--- The words that can stand behind `:Chat switch`.
--- @return string[]
function M.words()
  local found = vim.list_extend({ back }, vim.list_extend({}, catalogue().providers))
  vim.list_extend(found, answerers())
  for _, parameter in ipairs(catalogue().parameters) do
    table.insert(found, parameter.name .. "=")
    for _, value in ipairs(parameter.values) do
      table.insert(found, parameter.name .. "=" .. value)
    end
  end
  return found
end

--- Reads words, or lets a person choose where there are none.
--- @param words string[]
--- @param callback fun(argument: table?, problem: string?)
function M.ask(words, callback)
  if #words > 0 then
    return callback(M.read(words))
  end
  vim.ui.select(vim.list_extend({ back }, answerers()), {
    prompt = "Who answers this document?",
    format_item = function(item)
      return item == back and "as the document and the settings say" or item
    end,
  }, function(choice)
    if choice then
      callback(M.read({ choice }))
    end
  end)
end

return M
