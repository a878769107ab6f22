" Syntax of .chat files: Markdown, with frontmatter, role markers, template tags, references, thinking and tools.
" Where the language server is attached, its semantic tokens come on top.
if exists("b:current_syntax")
  finish
endif

runtime! syntax/markdown.vim
unlet! b:current_syntax
syntax include @chatLua syntax/lua.vim
unlet! b:current_syntax
syntax include @chatJson syntax/json.vim
unlet! b:current_syntax
syntax include @chatYaml syntax/yaml.vim
unlet! b:current_syntax

syntax case match

" A block may open in one tag and close in another: what looks unfinished within a tag is no error.
silent! syntax clear luaError luaParenError luaBraceError
syntax keyword chatKeyword contained end else elseif then until do in

" Frontmatter: a fence on the very first line.
syntax region chatFrontmatter matchgroup=chatFence start=/\%^\%uFEFF\?```lua\s*$/ end=/^```\s*$/ end=/^\ze@\w\+:\s*$/ contains=@chatLua keepend
syntax region chatFrontmatter matchgroup=chatFence start=/\%^\%uFEFF\?```json\s*$/ end=/^```\s*$/ end=/^\ze@\w\+:\s*$/ contains=@chatJson keepend
syntax region chatFrontmatter matchgroup=chatFence start=/\%^\%uFEFF\?```ya\?ml\s*$/ end=/^```\s*$/ end=/^\ze@\w\+:\s*$/ contains=@chatYaml keepend

" Roles. What an assistant wrote is no template.
syntax match chatUnknownRole /^@\w\+:\s*$/
syntax match chatSystem /^@System:\s*$/
syntax match chatYou /^@You:\s*$/
syntax region chatReply matchgroup=chatAssistant start=/^@Assistant:\s*$/ end=/^\ze@\w\+:\s*$/ contains=TOP,chatExpression,chatCode,chatReference

" Templates, in text and in fenced code alike. What is never closed ends with its message.
syntax region chatExpression matchgroup=chatTag start=/{{-\?/ end=/-\?}}/ end=/^\ze@\w\+:\s*$/ contains=@chatLua,chatKeyword keepend containedin=markdownCode,markdownCodeBlock
syntax region chatCode matchgroup=chatTag start=/{%-\?/ end=/-\?%}/ end=/^\ze@\w\+:\s*$/ contains=@chatLua,chatKeyword keepend containedin=markdownCode,markdownCodeBlock
syntax match chatReference /\%(^\|\s\|[("'\[]\)\zs@\%(\.\.\?\/\|\~\/\|\/\/\)[^[:space:]]*[^[:space:].,;:!?)}\]"']/

syntax region chatThinking matchgroup=chatThinkingTag start=/^<thinking\>[^>]*[^/]>$/ start=/^<thinking>$/ end=/^<\/thinking>$/ end=/^\ze@\w\+:\s*$/ keepend
syntax match chatThinkingTag /^<thinking\>[^>]*\/>$/
syntax match chatTool /^\*\*Tool \%(Use\|Result\):\*\*.*$/
syntax match chatAborted /^<!--\s*flemma:aborted:.*-->\s*$/

syntax sync minlines=300

highlight default link chatFence Delimiter
highlight default link chatSystem Title
highlight default link chatYou Title
highlight default link chatAssistant Title
highlight default link chatUnknownRole WarningMsg
highlight default link chatTag Special
highlight default link chatKeyword Statement
highlight default link chatReference Underlined
highlight default link chatThinking Comment
highlight default link chatThinkingTag Comment
highlight default link chatTool Function
highlight default link chatAborted WarningMsg

" What the server tells of the same places.
if has("nvim-0.9")
  highlight default link @lsp.type.class.chat chatYou
  highlight default link @lsp.type.macro.chat chatTag
endif

let b:current_syntax = "chat"
