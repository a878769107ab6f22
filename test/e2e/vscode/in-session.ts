import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { type Session, type SessionOptions, startSession } from "./session.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const captures = `${root}node_modules/.cache/e2e/vscode`;

/** A session for the tests of a file; of a test that fails, a picture of the window is kept. */
export function inSession(options: Pick<SessionOptions, "settings" | "env" | "asksForTrust"> = {}): Session {
  let session: Session | undefined;
  beforeAll(async () => {
    const files = `${root}test/e2e/workspace`;
    session = await startSession({ program: inject("program"), vsix: inject("vsix"), files, log: captures, ...options });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail" || session === undefined) return;
    mkdirSync(captures, { recursive: true });
    const picture = `${captures}/${task.name.replaceAll(/[^\w]+/g, "-")}.png`;
    await session.page.screenshot({ path: picture });
    console.error(`What the window looked like: ${picture}`);
  });
  afterAll(() => session?.stop());
  // Tests see the session once it is there.
  return new Proxy({} as Session, {
    get(_, name) {
      if (session === undefined) throw new Error("The session has not started.");
      return Reflect.get(session, name);
    },
  });
}
