// A person's session in a real Neovim, old or new: everything is typed, and what is checked is what the person sees.
import assert from "node:assert/strict";
import { hasOnlyCrlf, isAlive, startSession } from "../support/session.mjs";
import { until } from "../support/terminal.mjs";
import { openNeovim } from "./neovim.mjs";

/** Plays the session with a program, as tests of the file that calls it. */
export async function playSession({ name, program, isCurrent }) {
  const session = await startSession(name);
  const { step } = session;
  let editor;
  const open = (file, more = {}) => {
    editor?.close();
    editor = openNeovim({ program, session, file, ...more });
    return editor.isServed();
  };
  const endsWithTurn = (text) => /\n@You:\s*$/.test(text) && text.includes("@Assistant:");

  step("a .chat file gets its file type and the server", async () => {
    await open("greeting.chat");
    assert.equal(editor.lua("return vim.bo.filetype"), "chat");
    assert.equal(editor.lua("return vim.b.current_syntax"), "chat");
  });

  step("what is wrong is underlined at its exact place, and its text stands behind the line", async () => {
    await editor.finds(["expression/undefined-variable 6:13-17"]);
    await editor.shows(/You greet \{\{ nmae \}\}\..*nmae.*name/);
    await until(() => underlined(editor.coloured(), "nmae"), { what: "the name is underlined, and nothing around it" });
  });

  step("a lens stands above the last @You:", () => editor.shows(/Send\s*\n.*@You:|@You:.*Send/));

  step("the quick fix is chosen from the menu and writes the name that was meant", async () => {
    editor.type("6G014l");
    editor.type("gra");
    await editor.shows(/1: Change 'nmae' to 'name'/);
    editor.type("1");
    editor.press("Enter");
    await editor.reads((text) => text.includes("You greet {{ name }}."), "the fix is applied");
    await editor.finds([]);
  });

  step("hover on a role marker shows the rendered message", async () => {
    editor.type("5G0K");
    await editor.shows("You greet World.");
    editor.type("gg");
    await editor.hides("You greet World.");
  });

  step("completion knows the variables of the frontmatter", async () => {
    editor.type("9GA {{ na");
    editor.press("C-x", "C-o");
    await editor.shows(/ name +.*Variable/);
    editor.press("C-y");
    editor.type(" }}");
    editor.press("Escape");
    await editor.reads((text) => text.includes("Hello {{ name }}! {{ name }}"), "the name is completed");
    editor.type("u");
    await editor.finds([]);
  });

  step("the command line completes what :Chat does and what can be switched", async () => {
    assert.deepEqual(editor.lua(`return vim.fn.getcompletion("Chat ", "cmdline")`), [
      "cancel",
      "preview",
      "recover",
      "request",
      "send",
      "status",
      "switch",
    ]);
    assert.deepEqual(editor.lua(`return vim.fn.getcompletion("Chat switch thinking=m", "cmdline")`), [
      "thinking=minimal",
      "thinking=medium",
      "thinking=max",
    ]);
    // Neovim of Debian 12 completes nothing behind such words.
    for (const before of isCurrent ? ["", "silent ", "silent! keepjumps "] : [""])
      assert.deepEqual(editor.lua(`return vim.fn.getcompletion("${before}Chat switch echo/", "cmdline")`), ["echo/echo"]);
    assert.deepEqual(editor.lua(`return vim.fn.getcompletion("Chat status ", "cmdline")`), []);
  });

  step("what :Chat does not know is told with what it knows", async () => {
    editor.command("Chat snd");
    await editor.shows(/there is no ":Chat snd"; use one of cancel, preview/);
    editor.press("Enter");
    editor.press("Escape");
  });

  step("a conversation without a name is to be named first", async () => {
    editor.command("new");
    editor.command("setfiletype chat");
    editor.command("Chat send");
    await editor.shows(/this conversation has no name yet; :write NAME\.chat first/);
    editor.press("Enter");
    editor.command("bwipeout!");
  });

  step("the status line tells who answers, and follows a switch and its end", async () => {
    await editor.shows(/greeting\.chat.* anthropic\/claude-\S+, thinking high/);
    editor.command("Chat switch openai/gpt-5 thinking=low temperature=0.5");
    await editor.shows(/greeting\.chat.* openai\/gpt-5, thinking low, temperature 0.5/);
    editor.command("Chat switch default");
    await editor.shows(/greeting\.chat.* anthropic\/claude-\S+, thinking high/);
    editor.command("Chat switch thinkin=low");
    await editor.shows(/thinkin/);
  });

  step("the preview stands beside the conversation and follows what is typed", async () => {
    editor.type(",p");
    await editor.shows("You greet World.");
    editor.type('2Gci"Neovim');
    editor.press("Escape");
    await editor.shows("You greet Neovim.");
    assert.equal(editor.lua("return vim.bo.filetype"), "chat");
    editor.command("only");
    editor.type("u");
  });

  step("the preview of a conversation that is given up goes with it", async () => {
    editor.command(`edit ${session.copy("story.chat", "given-up")}`);
    await editor.finds([]);
    editor.type(",p");
    await until(() => editor.lua("return #vim.api.nvim_list_wins()") === 2, { what: "the preview is there" });
    editor.command("bwipeout!");
    await until(() => editor.lua("return #vim.api.nvim_list_wins()") === 1, { what: "the preview is gone" });
    editor.command("edit greeting.chat");
    await editor.isServed();
  });

  step("the request is shown as it would be sent, without the key", async () => {
    editor.type(",q");
    await editor.shows(/"model": ?"claude-/);
    assert.ok(!editor.text().includes("sk-ant-fake"));
    editor.command("only");
  });

  step("the status tells what was set and by whom", async () => {
    editor.command("Chat status");
    await editor.shows(/anthropic/);
    editor.press("Enter");
    editor.press("Escape");
  });

  step("a send streams in while the person types elsewhere, and the run is shown at the reply", async () => {
    await open(session.copy("story.chat", "typing", "gate-12"));
    await editor.finds([]);
    editor.type(",s");
    await editor.shows(/@Assistant:.*(?:writing|waiting)/);
    await editor.shows("lighthouse");
    editor.type("5GA Typed meanwhile.");
    editor.press("Escape");
    await editor.reads((text) => text.includes("Be brief. Typed meanwhile."), "the text is typed");
    assert.ok(!endsWithTurn(editor.lines().join("\n")), "typing came before the end of the reply");
    session.fake.release("typing");
    await editor.reads(endsWithTurn, "the reply is complete");
    const text = editor.lines().join("\n");
    assert.ok(text.includes("\nBe brief. Typed meanwhile.\n"));
    assert.ok(text.includes("Once there was a lighthouse. Its keeper 🙂 counted ships, and wrote each into a book.\n\nOne night"));
    await editor.hides(/@Assistant:.*writing/);
    const sent = session.fake.exchangesOf("typing").at(-1).request.bytes.toString();
    assert.ok(sent.includes("A story for Ada, please.") && !sent.includes("Typed meanwhile"));
  });

  step("one undo takes back a whole reply and nothing else, one redo brings it back", async () => {
    await open(session.copy("story.chat", "undone"));
    await editor.finds([]);
    const before = editor.lines();
    editor.type(",s");
    await editor.reads(endsWithTurn, "the reply is complete");
    const after = editor.lines();
    editor.type("u");
    await until(() => JSON.stringify(editor.lines()) === JSON.stringify(before), { what: "one undo is enough" });
    editor.press("C-r");
    await until(() => JSON.stringify(editor.lines()) === JSON.stringify(after), { what: "one redo is enough" });
    editor.command("edit!");
  });

  step("two windows show one reply as it comes, and one undo takes it back in both", async () => {
    await open(session.copy("story.chat", "windows", "gate-12"));
    await editor.finds([]);
    const before = editor.lines();
    editor.command("split");
    editor.type(",s");
    await editor.shows(/lighthouse[\s\S]*lighthouse/);
    editor.press("C-w", "j");
    session.fake.release("windows");
    await editor.reads(endsWithTurn, "the reply is complete");
    editor.type("u");
    await until(() => JSON.stringify(editor.lines()) === JSON.stringify(before), { what: "one undo is enough" });
    editor.command("only");
    editor.command("edit!");
  });

  step(
    "a conversation that is given up while its reply comes leaves nothing behind, and has the reply when it is opened again",
    async () => {
      const file = session.copy("endless.chat", "wiped");
      await open(file);
      await editor.finds([]);
      editor.type(",s");
      await editor.reads((text) => /@Assistant:\n+abcdef/.test(text), "the reply has begun");
      editor.command("bwipeout!");
      await until(() => session.fake.exchangesOf("wiped").at(-1).state === "left", { what: "the connection is closed" });
      assert.equal(editor.lua(`return vim.fn.bufexists("${file}")`), 0);
      editor.command(`edit ${file}`);
      await editor.shows(/1[.:] Insert/);
      editor.type("1");
      editor.press("Enter");
      await editor.reads((text) => /\nabcdef[a-z ]*\n+<!-- flemma:aborted:/.test(text), "the reply is brought back");
      editor.command("edit!");
    },
  );

  step("a file that is read anew while its reply comes ends the reply", async () => {
    const file = session.copy("endless.chat", "reread");
    await open(file);
    await editor.finds([]);
    editor.type(",s");
    await editor.reads((text) => /@Assistant:\n+abcdef/.test(text), "the reply has begun");
    editor.command("edit!");
    await until(() => session.fake.exchangesOf("reread").at(-1).state === "left", { what: "the connection is closed" });
    // What came is offered for the text that is there now; the person turns away.
    await editor.shows(/1[.:] Insert/);
    editor.press("Enter");
    await editor.isServed();
    await editor.hides(/writing/);
    assert.ok(!editor.lines().join("\n").includes("@Assistant:"));
  });

  step("cancel stops a reply, marks it, and the document can be sent again", async () => {
    await open(session.copy("endless.chat", "cancelled"));
    await editor.finds([]);
    editor.type(",s");
    await editor.reads((text) => /@Assistant:\n+abc/.test(text), "the reply has begun");
    await editor.shows(/Cancel/);
    editor.type(",c");
    await editor.reads((text) => text.includes("<!-- flemma:aborted:"), "the reply is marked");
    await editor.shows(/Send/);
    assert.deepEqual(editor.diagnostics(), []);
    editor.command("Chat cancel");
    await editor.shows("no reply is being written here");
    await until(() => session.fake.exchangesOf("cancelled").at(-1).state === "left", { what: "the connection is closed" });
    editor.command("edit!");
  });

  step("a server that was killed is started again, and brings the reply back", async () => {
    await open(session.copy("endless.chat", "killed"));
    await editor.finds([]);
    editor.type(",s");
    await editor.reads((text) => /@Assistant:\n+abcdef/.test(text), "the reply has begun");
    await session.killServer();
    // Neovim tells of the end of the server first, and waits for a key.
    await until(
      () => {
        const text = editor.text();
        if (/Press ENTER/.test(text)) editor.press("Enter");
        return /interrupted/.test(text);
      },
      { what: "the reply is offered" },
    );
    await editor.shows(/1[.:] Insert/);
    assert.doesNotMatch(editor.text(), /Cancel Send/);
    editor.type("1");
    editor.press("Enter");
    await editor.reads((text) => /\nabcdef[a-z ]*\n+<!-- flemma:aborted:/.test(text), "the reply is brought back");
    await editor.isServed();
    await editor.hides(/writing/);
    editor.command("edit!");
  });

  step("a document with CRLF stays one: fixed, sent and saved", async () => {
    await open("crlf.chat");
    assert.equal(editor.lua("return vim.bo.fileformat"), "dos");
    await editor.finds(["expression/undefined-variable 8:9-13"]);
    editor.type("8G010l");
    editor.type("gra");
    await editor.shows(/1: Change 'nmae' to 'name'/);
    editor.type("1");
    editor.press("Enter");
    await editor.finds([]);
    editor.type(",s");
    await editor.reads(endsWithTurn, "the reply is complete");
    editor.command("write");
    await until(() => session.read("crlf.chat").includes("lighthouse"), { what: "the file is written" });
    const text = session.read("crlf.chat");
    assert.ok(text.includes("\r\n@Assistant:\r\n"));
    assert.ok(hasOnlyCrlf(text));
  });

  step("places behind emoji and combining characters are exact", async () => {
    await open("emoji.chat");
    await editor.finds(["expression/undefined-variable 5:21-25"]);
    editor.type("5G0fg");
    editor.type("gra");
    await editor.shows(/1: Change 'flga' to 'flag'/);
    editor.type("1");
    editor.press("Enter");
    await editor.reads((text) => text.includes("🎈🎈 and e\u0301: {{ flag }}."), "the fix is applied at its place");
    editor.type(",s");
    await editor.reads((text) => text.includes("gleich 🙂.") && text.includes("**Tool Use:**"), "the reply is there");
    const sent = session.fake.exchangesOf("emoji").at(-1).request.bytes.toString();
    assert.ok(sent.includes("🏳️‍🌈 é 👩‍👩‍👧"));
  });

  step("a chat of another program is explained once, and converted by the quick fix", async () => {
    await open("foreign.chat");
    await editor.finds(["document/other-format 1:0-7"]);
    editor.type("gg0gra");
    await editor.shows(/1: Convert the role lines/);
    editor.type("1");
    editor.press("Enter");
    await editor.reads((text) => text.startsWith("@System:\nYou are a poet.\n\n@You:\nWrite a line"), "the role lines are converted");
    await editor.reads((text) => !/^(?:user|assistant):/m.test(text), "all of them");
    editor.command("edit!");
  });

  // The other one tells of no folder.
  if (isCurrent)
    step("a chat of another program is left alone from now on, by a project file that the quick fix makes", async () => {
      await open("foreign.chat");
      await editor.finds(["document/other-format 1:0-7"]);
      editor.type("gg0gra");
      await editor.shows(/2: Leave chats of other programs alone, in flemma\.json/);
      editor.type("2");
      editor.press("Enter");
      await until(() => editor.lua(`return vim.fn.bufloaded("flemma.json")`) === 1, { what: "the project file is made" });
      editor.command("wall");
      await editor.finds([]);
      assert.deepEqual(JSON.parse(session.read("flemma.json")), { otherFormats: "ignore" });
      editor.command("bwipeout! flemma.json");
      editor.lua(`return vim.fn.delete("flemma.json")`);
      await editor.finds(["document/other-format 1:0-7"]);
    });

  step("messages fold, keys can be turned off, and colours tell roles from templates", async () => {
    await open("greeting.chat");
    await editor.finds(["expression/undefined-variable 6:13-17"]);
    editor.type("5Gzc");
    await until(() => editor.lua("return vim.fn.foldclosed(6)") === 5, { what: "the message is folded" });
    editor.type("zo");
    const group = (line, column) => editor.lua(`return vim.fn.synIDattr(vim.fn.synID(${line}, ${column}, 1), "name")`);
    assert.equal(group(5, 2), "chatSystem");
    assert.equal(group(6, 11), "chatTag");
    assert.equal(group(1, 1), "chatFence");
    editor.lua(`vim.api.nvim_buf_set_lines(0, -1, -1, false, { "{% if name then %}x{% else %}y{% end %}" }) return 1`);
    assert.deepEqual([group(10, 4), group(10, 23), group(10, 34)], ["luaCond", "chatKeyword", "chatKeyword"]);
    editor.command("edit!");
    editor.lua(`vim.api.nvim_buf_set_lines(0, 8, 9, false, { "{{ name", "{% 'x", "<thinking>" }) return 1`);
    editor.lua(`vim.api.nvim_buf_set_lines(0, -1, -1, false, { "@Assistant:", "{{ x", "<thinking>", "@You:", "Hi {{ name }}" }) return 1`);
    const last = editor.lines().length;
    assert.deepEqual([group(last - 4, 2), group(last - 1, 2), group(last, 4)], ["chatAssistant", "chatYou", "chatTag"]);
    editor.command("edit!");
    editor.type("ggV]]");
    await until(() => editor.lua(`return vim.fn.mode() .. vim.fn.line(".")`) === "V5", { what: "the next message is selected to" });
    editor.press("Escape");
    editor.lua(`require("chat.options").set({ keys = false }); return 1`);
    assert.notEqual(editor.lua(`return vim.fn.maparg(",s", "n")`), "");
    editor.lua(`vim.cmd("new plain.chat") require("chat.keys").map(0, false) return 1`);
    assert.notEqual(editor.lua(`return vim.fn.maparg("<Plug>(chat-send)", "n")`), "");
    editor.command("quit!");
  });

  if (isCurrent)
    step("a line that is commented out is not sent", async () => {
      await open("greeting.chat");
      await editor.finds(["expression/undefined-variable 6:13-17"]);
      editor.type("6Ggcc");
      await editor.reads((text) => text.includes("{% --[[ You greet {{ nmae }}. ]] %}"), "the line is a comment");
      await editor.finds([]);
      editor.type("gcc");
      await editor.finds(["expression/undefined-variable 6:13-17"]);
      editor.command("edit!");
    });

  if (isCurrent)
    step("values are shown behind expressions where settings say so, and follow what is typed", async () => {
      await open("story.chat", { settings: { inlayHints: true } });
      await editor.shows(/\{\{ name \}\}.*"?Ada/);
      editor.type('2Gci"Grace');
      editor.press("Escape");
      await editor.shows(/\{\{ name \}\}.*"?Grace/);
      editor.command("edit!");
    });

  step("nothing is sent from a folder that is not trusted, and the reason is shown", async () => {
    await open("story.chat", { isTrusted: false });
    await editor.finds([]);
    const before = session.fake.exchanges().length;
    editor.type(",s");
    await editor.shows(/not trusted/);
    assert.equal(session.fake.exchanges().length, before);
    assert.ok(!editor.text().includes("@Assistant:"));
  });

  step(":checkhealth chat finds everything", async () => {
    editor.command("checkhealth chat");
    await editor.shows(/The server answers: version \d/);
    const report = editor.lines().join("\n");
    assert.ok(!/ERROR/.test(report), report);
    assert.match(report, isCurrent ? /Neovim 0\.\d\d/ : /served by a fallback/);
  });

  step("a wrong option of setup is told by its name, and nothing changes", () => {
    const told = (options) => editor.lua(`return select(2, pcall(require("chat").setup, ${options}))`);
    assert.match(told("{ kyes = false }"), /there is no option "kyes"; there are cmd, /);
    assert.match(told('{ keys = "none" }'), /"keys" takes a boolean or a table, not a string/);
    assert.match(told('{ keys = { sendd = "x" } }'), /there is no key "sendd"; there are cancel, /);
    assert.match(told("{ cmd = {} }"), /"cmd" takes the words of a command line/);
    assert.match(told("{ cmd = { 1 } }"), /"cmd" takes the words of a command line/);
    assert.equal(editor.lua(`return require("chat.options").get().cmd[1]`), "chat-language-server");
  });

  step(":checkhealth chat says what is missing, and what to do", async () => {
    const report = () => {
      editor.command("checkhealth chat");
      return until(
        () => {
          const text = editor.lines().join("\n");
          return editor.lua("return vim.bo.filetype") === "checkhealth" && text;
        },
        { what: "the report is there" },
      );
    };
    editor.lua(`require("chat.options").set({ cmd = { "no-such-server", "--stdio" } }) return 1`);
    assert.match(await report(), /"no-such-server" is no program on your path[\s\S]*npm install --global/);
    editor.command("quit!");
    editor.lua(`require("chat.options").set({ cmd = { "false", "--stdio" } }) return 1`);
    assert.match(await report(), /The server does not start[\s\S]*Node\.js/);
    editor.command("quit!");
    editor.lua(`require("chat.options").set({}) return 1`);
  });

  step("the help is there", async () => {
    editor.lua(`vim.cmd("helptags " .. vim.fn.fnameescape(vim.env.CHATLS_PLUGIN .. "/doc")) return 1`);
    editor.command("help chat.setup()");
    await editor.shows(/Enables the language server/);
  });

  step("the editor leaves, and takes the server with it", async () => {
    const id = session.serverId();
    editor.command("qall!");
    await until(() => !isAlive(id), { what: "the server ends" });
  });
}

/** Whether a word is underlined on a screen with its escape sequences. */
function underlined(screen, word) {
  // Colours of the underline are written on their own, and a curl may stand in for the line.
  return new RegExp(`\\x1b\\[(?:[0-9;:]*;)?4(?::\\d)?(?:;[0-9;:]*)?m(?:\\x1b\\[[0-9;:]*m)*${word}\\x1b\\[0?m`).test(screen);
}
