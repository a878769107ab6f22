import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { createRepositories, repositoryOf } from "../../server/src/workspace/node-repository.js";
import { tempDir } from "../support/temp-dir.js";

describe("the state of a repository", () => {
  const dir = tempDir({ "repo/a.txt": "a", "repo/sub/b.txt": "b", "loose/c.txt": "c" });
  const marker = dir.file("ran");
  afterAll(dir.remove);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...args], { cwd: dir.file("repo"), encoding: "utf8" }).trim();

  test("is branch, commit, and whether something is changed", async () => {
    git("init", "-q", "-b", "trunk");
    expect(await createRepositories()(dir.file("repo"))).toEqual({ branch: "trunk", dirty: true });
    git("add", ".");
    git("commit", "-q", "-m", "first");
    const commit = git("rev-parse", "HEAD");
    expect(await createRepositories()(dir.file("repo/sub"))).toEqual({ branch: "trunk", commit, dirty: false });
    dir.write("repo/a.txt", "changed");
    expect(await createRepositories()(dir.file("repo"))).toEqual({ branch: "trunk", commit, dirty: true });
  });

  test("is nothing outside of every repository, and where there is no folder", async () => {
    expect(await createRepositories()(dir.file("loose"))).toBeUndefined();
    expect(await createRepositories()(dir.file("nowhere"))).toBeUndefined();
  });

  test("is found out without running what the repository configures", async () => {
    git("config", "core.fsmonitor", `touch ${marker}`);
    expect(await createRepositories()(dir.file("repo"))).toMatchObject({ branch: "trunk" });
    expect(() => execFileSync("ls", [marker], { stdio: "ignore" })).toThrow();
  });

  test("names no branch where a commit is checked out", () => {
    expect(repositoryOf("# branch.oid abc\n# branch.head (detached)\n")).toEqual({ commit: "abc", dirty: false });
    expect(repositoryOf("# branch.oid (initial)\n# branch.head a b\n? x\n")).toEqual({ branch: "a b", dirty: true });
  });
});
