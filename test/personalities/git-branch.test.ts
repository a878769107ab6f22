import { describe, expect, test } from "vitest";
import { gitBranch } from "../../server/src/personalities/git-branch.js";
import { answered, type Disk } from "./told.js";

const branchIn = (disk: Disk, folder = "/w/a") => answered(disk, (told) => gitBranch(folder, told)).result;

describe("the git branch", () => {
  test.each([
    ["ref: refs/heads/main\n", "main"],
    ["ref: refs/heads/feature/größer", "feature/größer"],
    ["ref: refs/heads/windows\r\n", "windows"],
    // A commit, a reference that is no branch, another store of references, and nothing.
    ["1f0c4e2d9b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e\n", undefined],
    ["ref: refs/remotes/origin/main\n", undefined],
    ["ref: refs/heads/.invalid\n", undefined],
    ["", undefined],
  ])("of the head %j is %j", (head, expected) => {
    expect(branchIn({ "/w/a/.git/HEAD": head })).toBe(expected);
  });

  test("is that of the nearest folder with a repository", () => {
    const outer = { "/w/.git/HEAD": "ref: refs/heads/outer", "/.git/HEAD": "ref: refs/heads/root" };
    expect(branchIn(outer)).toBe("outer");
    expect(branchIn({ ...outer, "/w/a/.git/HEAD": "ref: refs/heads/inner" })).toBe("inner");
    expect(branchIn({ ...outer, "/w/a/.git/HEAD": "0123" })).toBeUndefined();
    expect(branchIn({ "/w/a/b/.git/HEAD": "ref: refs/heads/below" })).toBeUndefined();
  });

  test.each(["gitdir: /repo/.git/worktrees/a\n", "gitdir: ../../repo/.git/worktrees/a", "gitdir: ../../x/../repo/.git/worktrees/a\r\n"])(
    "of a work tree or a submodule is where its file leads: %j",
    (link) => {
      const outer = { "/w/.git/HEAD": "ref: refs/heads/outer" };
      expect(branchIn({ ...outer, "/w/a/.git": link, "/repo/.git/worktrees/a/HEAD": "ref: refs/heads/tree" })).toBe("tree");
      expect(branchIn({ ...outer, "/w/a/.git": link })).toBeUndefined();
    },
  );

  test("is not looked for in a file `.git` or a folder `.git` that is none of git's", () => {
    const outer = { "/w/.git/HEAD": "ref: refs/heads/outer" };
    expect(branchIn({ ...outer, "/w/a/.git": "something else" })).toBe("outer");
    expect(branchIn({ ...outer, "/w/a/.git/config": "" })).toBe("outer");
  });

  test("is absent where nobody may look", () => {
    expect(branchIn({ "/w/a/.git": { kind: "forbidden" }, "/w/a/.git/HEAD": { kind: "forbidden" } })).toBeUndefined();
  });

  test("asks for the folder itself first, and for all above it at once", () => {
    const near = answered({ "/w/a/.git/HEAD": "ref: refs/heads/main" }, (told) => gitBranch("/w/a", told));
    expect(near.rounds).toEqual([["/w/a/.git/HEAD", "/w/a/.git"]]);
    const none = answered({}, (told) => gitBranch("/w/a", told));
    expect(none.rounds).toEqual([
      ["/w/a/.git/HEAD", "/w/a/.git"],
      ["/w/.git/HEAD", "/w/.git", "/.git/HEAD", "/.git"],
    ]);
  });
});
