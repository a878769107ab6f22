import { describe, test } from "vitest";
import { checkTree } from "./check-syntax.js";

const use = "**Tool Use:** `read` (`t1`)";
const result = "**Tool Result:** `t1`";

describe("thinking", () => {
  const cases: [string, string, string[]][] = [
    ["may be empty", "<thinking>\n</thinking>", ['  thinking ""']],
    ["keeps its empty lines", "<thinking>\n\na\n\n</thinking>\nb", ['  thinking "\\na\\n"', '  text "b"']],
    ["carries a signature", '<thinking anthropic:signature="a/+=">\nx\n</thinking>', ['  thinking anthropic="a/+=" "x"']],
    ["closes itself", '<thinking vertex:signature="s" />\nx', ['  thinking vertex="s" ""', '  text "x"']],
    ["may be redacted", "<thinking redacted>\nx\n</thinking>", ['  thinking redacted "x"']],
    [
      "comes in any order and number",
      "<thinking>\na\n</thinking>\nb\n<thinking>\nc\n</thinking>",
      ['  thinking "a"', '  text "b\\n"', '  thinking "c"'],
    ],
    [
      "hides tools",
      `<thinking>\n${use}\n\`\`\`\n{}\n\`\`\`\n${use}\n</thinking>`,
      [`  thinking ${JSON.stringify(`${use}\n\`\`\`\n{}\n\`\`\`\n${use}`)}`],
    ],
    ["ends a fence that it opened", "<thinking>\n```\n</thinking>\n@Assistant:\na", ['  thinking "```"', "@Assistant", '  text "a"']],
    [
      "ends at the first closing line, also in a fence",
      "<thinking>\n```\n</thinking>\n```\na\n```",
      ['  thinking "```"', '  text "```\\na\\n```"'],
    ],
    ["is text in a fence", "```\n<thinking>\na\n</thinking>\n```", ['  text "```\\n<thinking>\\na\\n</thinking>\\n```"']],
    [
      "does not end at an escaped line",
      "<thinking>\n\\</thinking>\n```\n\\</thinking>\n```\n</thinking>",
      ['  thinking "\\\\</thinking>\\n```\\n\\\\</thinking>\\n```"'],
    ],
    [
      "unclosed is text, and what follows is read",
      `<thinking>\na\n${use}\n\`\`\`\n{}\n\`\`\``,
      ['  text "<thinking>\\na\\n"', '  tool-use read t1 "{}"', '! thinking/unclosed "<thinking>"'],
    ],
    ["unclosed is reported once", "<thinking>\n<thinking>", ['  text "<thinking>\\n<thinking>"', '! thinking/unclosed "<thinking>"']],
  ];
  test.each(cases)("%s", (_, body, expected) => checkTree(`@Assistant:\n${body}`, ["@Assistant", ...expected]));
});

describe("tool uses", () => {
  const text = (body: string) => `  text ${JSON.stringify(body)}`;
  const cases: [string, string, string[]][] = [
    [
      "take blank lines and text behind the parenthesis",
      `${use} now\n\n \t\n\`\`\`json x\n{"a":1}\n\`\`\`\nb`,
      ['  tool-use read t1 "{\\"a\\":1}"', '  text "b"'],
    ],
    ["take long fences", `${use}\n\`\`\`\`\n{}\n\`\`\`\`\``, ['  tool-use read t1 "{}"']],
    ["need no blank before the name", "**Tool Use:**`a:b`(`urn:x:1`)\n```\n{}\n```", ['  tool-use a:b urn:x:1 "{}"']],
    ["stay text without a fence", `${use}\n\nx`, [text(`${use}\n\nx`), `! tool/missing-fence "${use}"`]],
    ["stay text at the end of the message", `${use}\n\n`, [text(use), `! tool/missing-fence "${use}"`]],
    [
      "stay text with an indented fence",
      `${use}\n \`\`\`\n{}\n \`\`\``,
      [text(`${use}\n \`\`\`\n{}\n \`\`\``), `! tool/missing-fence "${use}"`],
    ],
    [
      "stay text with broken JSON",
      `${use}\n\`\`\`json\n{\n\`\`\``,
      [text(`${use}\n\`\`\`json\n{\n\`\`\``), `! tool/invalid-input "${use}"`],
    ],
    [
      "stay text with JSON that is made to break who walks it",
      `${use}\n\`\`\`json\n${"[".repeat(501)}${"]".repeat(501)}\n\`\`\``,
      [text(`${use}\n\`\`\`json\n${"[".repeat(501)}${"]".repeat(501)}\n\`\`\``), `! tool/invalid-input "${use}"`],
    ],
    ["stay text without input", `${use}\n\`\`\`json\n\`\`\``, [text(`${use}\n\`\`\`json\n\`\`\``), `! tool/invalid-input "${use}"`]],
    [
      "stay text in another language",
      `${use}\n\`\`\`lua\n{}\n\`\`\``,
      [text(`${use}\n\`\`\`lua\n{}\n\`\`\``), `! tool/invalid-input "${use}"`],
    ],
    [
      "stay text with an unclosed fence",
      `${use}\n\`\`\`json\n{}`,
      [text(`${use}\n\`\`\`json\n{}`), `! tool/unclosed-fence "${use}\\n\`\`\`json"`],
    ],
    [
      "are found behind a heading without fence",
      `${use}\n${use}\n\`\`\`\n{}\n\`\`\``,
      [text(`${use}\n`), '  tool-use read t1 "{}"', `! tool/missing-fence "${use}"`],
    ],
    ["are text in a fence", `\`\`\`\n${use}\n\`\`\``, [text(`\`\`\`\n${use}\n\`\`\``)]],
    ["are text when escaped", `\\${use}\n\`\`\`\n{}\n\`\`\``, [`${text(`\\${use}\n\`\`\`\n{}\n\`\`\``)} escapes 1`]],
    ["are no results", `${result}\n\`\`\`\nx\n\`\`\``, [text(`${result}\n\`\`\`\nx\n\`\`\``)]],
    ["are hidden by an unclosed fence", `\`\`\`\n${use}\n@You:`, [text(`\`\`\`\n${use}\n@You:`), '! document/unclosed-fence "```"']],
  ];
  test.each(cases)("%s", (_, body, expected) => checkTree(`@Assistant:\n${body}`, ["@Assistant", ...expected]));
});

describe("tool results", () => {
  const fence = "```\n{{ x }} @./a\n```";
  const content = '"{{ x }} @./a"';
  const cases: [string, string, string[]][] = [
    ["are data", `${result}\n\n${fence}\nb {{ x }}`, [`  tool-result t1 ${content}`, '  text "b "', '  expression " x "']],
    ["name the language of their fence", `${result}\n\`\`\`file\n@./a\n\`\`\``, ['  tool-result t1 file "@./a"']],
    ["carry a status", `${result} (rejected) \n${fence}`, [`  tool-result t1 rejected ${content}`]],
    ["resolve aliases", `${result}(reject)\n${fence}`, [`  tool-result t1 rejected ${content}`]],
    ["prefer status=", `${result} (error status='deny')\n${fence}`, [`  tool-result t1 denied ${content}`]],
    [
      "skip unknown words and quoted ones",
      `${result} (x=1 "error" status=who 'a error' pending)\n${fence}`,
      [`  tool-result t1 pending ${content}`],
    ],
    ["may have an unknown suffix", `${result} (so (be) it)\n${fence}`, [`  tool-result t1 ${content}`]],
    [
      "stay template text without a fence",
      `${result}\n{{ x }}`,
      [`  text "${result}\\n"`, '  expression " x "', `! tool/missing-fence "${result}"`],
    ],
    [
      "stay literal with an unclosed fence",
      `{{ a }}\n${result}\n\`\`\`\n{{ x }} @./a`,
      ['  expression " a "', `  text "\\n${result}\\n\`\`\`\\n{{ x }} @./a"`, `! tool/unclosed-fence "${result}\\n\`\`\`"`],
    ],
    [
      "end an open tag",
      `{{ [[\n${result}\n${fence}\n]] }} {{ x }}`,
      ['  text "{{ [[\\n"', `  tool-result t1 ${content}`, '  text "]] }} {{ x }}"', '! template/unclosed-tag "{{"'],
    ],
    [
      "are text in a fence",
      `\`\`\`\`\n${result}\n\`\`\`\`\n{{ x }}`,
      [`  text "\`\`\`\`\\n${result}\\n\`\`\`\`\\n"`, '  expression " x "'],
    ],
  ];
  test.each(cases)("%s", (_, body, expected) => checkTree(`@You:\n${body}`, ["@You", ...expected]));

  test("are text in System", () => {
    checkTree(`@System:\n${result}\n\`\`\`\nx\n\`\`\``, ["@System", `  text "${result}\\n\`\`\`\\nx\\n\`\`\`"`]);
  });
});

describe("aborted markers", () => {
  const cases: [string, string, string[]][] = [
    ["fill a line", "a\n<!-- flemma:aborted:  by me. -->\nb", ["@Assistant", '  text "a\\n"', '  aborted "by me."', '  text "b"']],
    ["may be empty", "<!--flemma:aborted:-->", ["@Assistant", '  aborted ""']],
    ["end with the line", "<!-- flemma:aborted: x --> ", ["@Assistant", '  text "<!-- flemma:aborted: x --> "']],
    ["are text when escaped", "\\<!-- flemma:aborted: x -->", ["@Assistant", '  text "\\\\<!-- flemma:aborted: x -->" escapes 1']],
  ];
  test.each(cases)("%s", (_, body, expected) => checkTree(`@Assistant:\n${body}`, expected));

  test("are text in You", () => checkTree("@You:\n<!-- flemma:aborted: x -->", ["@You", '  text "<!-- flemma:aborted: x -->"']));
});
