import { symlinkSync, truncateSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { nodeHost } from "../../server/src/workspace/node-host.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir({ "work/a.txt": "a", "work/large.bin": "", "work/largest.bin": "", "out.pem": "o", "loose/b.txt": "b" });
const megabytes = 1024 * 1024;
truncateSync(dir.file("work/large.bin"), 32 * megabytes);
truncateSync(dir.file("work/largest.bin"), 32 * megabytes + 1);
symlinkSync(dir.file("out.pem"), dir.file("work/link.txt"));
symlinkSync("loop", dir.file("work/loop"));
symlinkSync(dir.file("work"), dir.file("ws"));

afterAll(() => dir.remove());

const folders = (): string[] => [dir.file("work")];

describe("what is told of a file that is to be attached", () => {
  const host = nodeHost({ folders });
  const kindOf = async (path: string): Promise<string> => (await host.attachment(path)).kind;

  test("is its size, type and place, links followed", async () => {
    expect(await host.attachment(dir.file("work/a.txt"))).toEqual({
      kind: "file",
      size: 1,
      type: "text/plain",
      isText: true,
      isOutside: false,
      realName: "a.txt",
    });
    expect(await host.attachment(dir.file("work/link.txt"))).toMatchObject({ isOutside: true, realName: "out.pem" });
    expect(await host.attachment(dir.file("out.pem"))).toMatchObject({ isOutside: true });
  });

  test("is why there is nothing to attach, and nothing is waited for", async () => {
    expect(await kindOf(dir.file("work"))).toBe("folder");
    expect(await kindOf(dir.file("work/none"))).toBe("missing");
    expect(await kindOf(dir.file("work/a.txt/b"))).toBe("missing");
    expect(await kindOf("/dev/zero")).toBe("special");
    expect(await kindOf(dir.file("work/loop"))).toBe("unreadable");
    expect(await kindOf("a\0b")).toBe("missing");
  });

  test("is refused above 32 MB", async () => {
    expect(await kindOf(dir.file("work/large.bin"))).toBe("file");
    expect(await kindOf(dir.file("work/largest.bin"))).toBe("too-large");
  });

  test("ends at the workspace folders without trust", async () => {
    const untrusted = nodeHost({ folders, trusted: () => false });
    expect((await untrusted.attachment(dir.file("work/a.txt"))).kind).toBe("file");
    expect((await untrusted.attachment(dir.file("work/link.txt"))).kind).toBe("forbidden");
    expect((await untrusted.attachment(dir.file("out.pem"))).kind).toBe("forbidden");
    expect(await untrusted.content(dir.file("out.pem"))).toBeUndefined();
  });

  test("is inside beside a document that lies in no workspace folder, and in a workspace that a link leads to", async () => {
    const other = nodeHost({ folders });
    expect(await other.attachment(dir.file("loose/b.txt"))).toMatchObject({ isOutside: true });
    other.surroundings(dir.uri("loose/a.chat"));
    expect(await other.attachment(dir.file("loose/b.txt"))).toMatchObject({ isOutside: false });
    expect(await other.attachment(dir.file("out.pem"))).toMatchObject({ isOutside: true });
    const linked = nodeHost({ folders: () => [dir.file("ws")] });
    expect(await linked.attachment(dir.file("ws/a.txt"))).toMatchObject({ isOutside: false });
  });
});
