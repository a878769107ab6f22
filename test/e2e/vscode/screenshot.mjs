// `node test/e2e/vscode/screenshot.mjs` takes the picture of VS Code that the README shows: docs/vscode.png.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../../server/build/bundle.mjs";
import { loadTypeScript } from "../../support/run-ts.mjs";
import { ensureCodeServer } from "./ensure-code-server.mjs";
import { packExtension } from "./pack-extension.mjs";

const text = `\`\`\`lua
flemma.opt.thinking = "low"
recipient = "the QA team"
checks = { "presets", "logs" }
\`\`\`
@System:
You write short updates.

@You:
Draft an update for {{ recipient }}.
{%- for check, loop in each(checks) do %}
{{ loop.index }}. mention the {{ check }}
{%- end %}

Here is the logo: @./logo.png

@Assistant:
**Presets and logs** are checked.

@You:
Shorter, please, and greet {{ recipent }}.
`;

const picture = join(root, "docs/vscode.png");
const folder = mkdtempSync(join(tmpdir(), "chatls-picture-"));
try {
  const vsix = join(folder, "chat-language.vsix");
  await packExtension(vsix);
  const { startSession } = await loadTypeScript(fileURLToPath(new URL("session.ts", import.meta.url)));
  const code = await startSession({
    program: ensureCodeServer(),
    vsix,
    files: join(root, "test/e2e/workspace"),
    settings: {
      "editor.fontSize": 13,
      "workbench.colorTheme": "Default Light Modern",
      "workbench.activityBar.location": "hidden",
      "window.commandCenter": false,
      "window.title": "update.chat",
    },
    size: { width: 1180, height: 660 },
  });
  try {
    code.write("logo.png", readFileSync(join(root, "client-vscode/media/icon.png")));
    code.write("update.chat", text);
    await code.open("update.chat");
    await code.squiggles("warning").waitFor();
    await code.pressUntil("Control+K v", code.page.locator(".tab", { hasText: "Preview update.chat" }));
    await code.preview().locator(".image img").waitFor();
    await code.press("Control+B");
    await code.goTo(21, 34);
    await code.page.waitForTimeout(1000);
    await code.page.screenshot({ path: picture });
  } finally {
    await code.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${picture}: ${(statSync(picture).size / 1024).toFixed(0)} KB`);
