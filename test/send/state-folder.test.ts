import { homedir } from "node:os";
import { expect, test } from "vitest";
import { stateFolder } from "../../server/src/send/state-folder.js";

test.each([
  ["the platform's folder below the home folder", {}, "linux", "/home/ann/.local/state/chat-language-server"],
  ["the XDG folder", { XDG_STATE_HOME: "/state" }, "linux", "/state/chat-language-server"],
  [
    "no relative XDG folder, which the specification forbids",
    { XDG_STATE_HOME: "state" },
    "linux",
    "/home/ann/.local/state/chat-language-server",
  ],
  ["no empty XDG folder", { XDG_STATE_HOME: "" }, "linux", "/home/ann/.local/state/chat-language-server"],
  ["the library on macOS", {}, "darwin", "/home/ann/Library/Application Support/chat-language-server"],
  ["the XDG folder on macOS too", { XDG_STATE_HOME: "/state" }, "darwin", "/state/chat-language-server"],
  ["local data on Windows", { LOCALAPPDATA: "/Local" }, "win32", "/Local/chat-language-server/state"],
  ["local data on Windows, where nothing says where that is", {}, "win32", "/home/ann/AppData/Local/chat-language-server/state"],
  ["exactly what CHATLS_STATE says", { CHATLS_STATE: "/my state", XDG_STATE_HOME: "/state" }, "linux", "/my state"],
  ["no relative CHATLS_STATE", { CHATLS_STATE: "state" }, "linux", "/home/ann/.local/state/chat-language-server"],
] as const)("state is kept in %s", (_, env, platform, folder) => {
  expect(stateFolder({ HOME: "/home/ann", ...env }, platform)).toBe(folder);
});

test("without a variable for it, the home folder is the one of the user", () => {
  expect(stateFolder({}, "linux")).toBe(`${homedir()}/.local/state/chat-language-server`);
});
