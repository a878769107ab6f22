import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { mainPath } from "../../support/built.js";
import type { TempDir } from "../../support/temp-dir.js";
import { eventually, isAlive } from "../children.js";
import {
  environment,
  journaled,
  mark,
  newDir,
  question,
  recoverAll,
  type Survivor,
  settings,
  startEditor,
  useHangingProvider,
} from "./session.js";

useHangingProvider();

const points = 50;

describe("killed at 50 points of a stream", () => {
  /** Checks that the journals hold all that was shown of documents; gives what has to be recovered. */
  async function survivors(dir: TempDir, shownOf: (index: number) => string): Promise<Survivor[]> {
    const found: Survivor[] = [];
    for (let index = 0; index < points; index++) {
      const uri = dir.uri(`${index}.chat`);
      const asked = question(index);
      const shown = shownOf(index);
      const kept = (await journaled(dir, uri)) ?? "";
      expect((asked + kept).startsWith(shown), `${index}: ${shown}`).toBe(true);
      // Every other editor has lost what was not saved.
      if (kept !== "") found.push({ uri, asked, kept, text: index % 2 === 0 ? shown : asked });
    }
    expect(new Set(found.map(({ kept }) => kept.length)).size).toBeGreaterThan(points / 2);
    return found;
  }

  test("of the server: the journal holds all that was shown, and a new server inserts the rest", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const { client } = await startEditor(dir);
    const uris = Array.from({ length: points }, (_, index) => dir.uri(`${index}.chat`));
    for (const [index, uri] of uris.entries()) {
      await client.open(uri, question(index));
      await client.executeCommand("chat.send", { uri });
    }
    await client.waitForText(uris[40] as string, (text) => text.includes("39"), 60_000);
    await client.kill();
    await recoverAll(dir, await survivors(dir, (index) => client.text(uris[index] as string)));
  });

  test("of the editor: the server ends, and nothing that was shown is lost", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const program = fileURLToPath(new URL("doomed-client.mjs", import.meta.url));
    const editor = spawn(process.execPath, [program, mainPath, dir.path, String(points), JSON.stringify(settings())], {
      env: { ...process.env, ...environment(dir) },
    });
    onTestFinished(() => void editor.kill("SIGKILL"));
    const [line] = await once(editor.stdout, "data");
    const shownOf = (index: number): string =>
      existsSync(dir.file(`${index}.shown`)) ? readFileSync(dir.file(`${index}.shown`), "utf8") : question(index);
    expect(await eventually(() => shownOf(40).includes("39"), 60_000)).toBe(true);
    editor.kill("SIGKILL");
    await once(editor, "exit");
    expect(await eventually(() => !isAlive(Number(line)))).toBe(true);
    await recoverAll(dir, await survivors(dir, shownOf));
  });

  test("of the command line: the file is whole at every moment, and an editor inserts the rest", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const found: Survivor[] = [];
    for (let index = 3; index < points; index += 6) {
      const asked = question(index);
      const path = dir.write(`${index}.chat`, asked);
      const run = spawn(process.execPath, [mainPath, "send", path], { env: { ...process.env, ...environment(dir) } });
      onTestFinished(() => void run.kill("SIGKILL"));
      let stdout = "";
      run.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
      });
      await eventually(() => stdout.includes(String(index - 1)));
      run.kill("SIGKILL");
      await once(run, "exit");
      const uri = pathToFileURL(path).href;
      const kept = (await journaled(dir, uri)) ?? "";
      const text = readFileSync(path, "utf8");
      expect(text === asked || text.endsWith(mark)).toBe(true);
      expect(kept.replaceAll("\\@You", "@You")).toContain(stdout.replaceAll("\\@You", "@You").trimEnd());
      found.push({ uri, asked, kept, text });
    }
    await recoverAll(dir, found);
  });
});
