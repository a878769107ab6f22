import { type Attack, diagnosed, frontmatter, json, rendered } from "./attack.js";

/** Tricks with `flemma.opt` and the lists of options. */
export const options: readonly Attack[] = [
  diagnosed("an option written without end", frontmatter("while true do flemma.opt.temperature = 1 end"), "limit:2"),
  diagnosed("a million writes of options", frontmatter("for i = 1, 1e6 do flemma.opt.timeout = i end"), "limit:2"),
  diagnosed("a million options taken back", frontmatter("for i = 1, 1e6 do flemma.opt.timeout = nil end"), "limit:2"),
  diagnosed(
    "options written and taken back by turns",
    frontmatter("for i = 1, 1e6 do flemma.opt.timeout = i flemma.opt.timeout = nil flemma.opt.parameters = nil end"),
    "limit:2",
  ),
  diagnosed("a million options read", frontmatter("for i = 1, 1e6 do local x = flemma.opt.tools end"), "limit:2"),
  diagnosed(
    "a million unknown options written",
    frontmatter("for i = 1, 1e6 do flemma.opt['x' .. i] = i end"),
    "config/unknown-key:2",
    "limit:2",
  ),
  diagnosed(
    "a million unknown options read",
    frontmatter("for i = 1, 1e6 do local x = flemma.opt['x' .. i].y.z end"),
    "config/unknown-key:2",
    "limit:2",
  ),
  diagnosed(
    "operators on a list without end",
    frontmatter("while true do flemma.opt.tools = flemma.opt.tools + 'bash' ^ 'ls' - 'read' end"),
    "limit:2",
  ),
  diagnosed("a method of a list without end", frontmatter("while true do flemma.opt.tools:append('bash') end"), "limit:2"),
  diagnosed(
    "a list that grows without end",
    frontmatter("for i = 1, 1e6 do flemma.opt.tools.auto_approve:append('x' .. i) end"),
    "config/unknown-approval:2",
    "limit:2",
  ),
  diagnosed(
    "a list of a million items",
    frontmatter("local t = {}\nfor i = 1, 1e6 do t[i] = 'server:' .. i end\nflemma.opt.tools.auto_approve = t"),
    "limit:3",
  ),
  diagnosed(
    "a list that is removed from itself without end",
    frontmatter("while true do flemma.opt.tools:remove(flemma.opt.tools) end"),
    "limit:2",
  ),
  diagnosed("a chain of powers", frontmatter("local p = 'bash' ^ 'ls'\nwhile true do p = 'read' ^ p end"), "limit:3"),
  diagnosed("the options as one of themselves", frontmatter("flemma.opt.templating.prose.args = flemma.opt"), "frontmatter/runtime:2"),
  diagnosed(
    "a table in itself as an option",
    frontmatter("local t = {}\nt.t = t\nflemma.opt.templating.prose.args = t"),
    "frontmatter/runtime:4",
  ),
  diagnosed(
    "a table in itself as a section",
    frontmatter("local t = {}\nt.thinking = t\nflemma.opt.parameters = t"),
    "frontmatter/runtime:4",
  ),
  diagnosed(
    "a table that is nested ten thousand times as an option",
    frontmatter("local t = {}\nfor i = 1, 1e4 do t = { t } end\nflemma.opt.templating.prose.args = t"),
    "frontmatter/runtime:4",
  ),
  diagnosed(
    "a table that shares itself forty times as an option",
    frontmatter("local t = {}\nfor i = 1, 40 do t = { t, t } end\nflemma.opt.templating.prose.args = t"),
    "frontmatter/runtime:4",
  ),
  diagnosed(
    "a name of a million letters",
    frontmatter("flemma.opt[('x'):rep(1e6)] = 1\nflemma.opt.tools = ('y'):rep(1e6)\nflemma.opt.provider = ('z'):rep(1e6)"),
    "config/unknown-key:2",
    "config/unknown-tool:3",
    "config/unknown-provider:4",
  ),
  rendered("an approval that never answers", frontmatter("flemma.opt.tools.auto_approve = function() while true do end end"), "hello"),
  rendered("an approval that fails", frontmatter("flemma.opt.tools.auto_approve = function() error('no') end"), "hello"),
  diagnosed(
    "names of JavaScript's objects are no options",
    frontmatter(
      "flemma.opt.__proto__ = 1\nflemma.opt.constructor.x = 1\nlocal x = flemma.opt.parameters.toString\nflemma.opt.tools.length = 1",
    ),
    "config/unknown-key:2",
    "config/unknown-key:3",
    "config/unknown-key:4",
    "config/unknown-key:5",
  ),
  diagnosed(
    "such names in JSON",
    json('{"flemma": {"__proto__": {"x": 1}, "parameters": {"constructor": 1}, "tools": {"__proto__": []}}}'),
    ...many("config/unknown-key:2", 3),
  ),
  diagnosed("a list of twenty thousand items in JSON", () =>
    json(`{"flemma": {"tools": {"auto_approve": [${Array.from({ length: 2e4 }, (_, index) => `"+s:${index}"`).join(",")}]}}}`),
  ),
  diagnosed(
    "a thousand unknown options in JSON",
    () => json(`{"flemma": {${Array.from({ length: 1000 }, (_, index) => `"option${index}": 1`).join(",")}}}`),
    ...many("config/unknown-key:2", 1000),
  ),
  diagnosed(
    "a thousand misspelled tools in JSON",
    () => json(`{"flemma": {"tools": [${Array.from({ length: 1000 }, (_, index) => `"raed${index}"`).join(",")}]}}`),
    ...many("config/unknown-tool:2", 1000),
  ),
];

function many(diagnostic: string, count: number): string[] {
  return Array.from({ length: count }, () => diagnostic);
}
