import { expect, test } from "vitest";
import { resolveConfig } from "../../server/src/config/resolve.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import { offeredTools } from "../../server/src/tools/offered-tools.js";

test("the tools that are offered are those of the option, in its order", () => {
  const edits = [
    { kind: "append", item: "bash" },
    { kind: "remove", item: "ls" },
    { kind: "append", item: "unheard-of" },
  ] as const;
  const config = resolveConfig([{ origin: "user", operations: [{ kind: "list", path: "tools", edits }] }]);
  expect(offeredTools(config, builtInTools).map(({ name }) => name)).toEqual(["read", "edit", "write", "grep", "find", "bash"]);
});
