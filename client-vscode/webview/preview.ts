import type { FromPage, PageState, Tab, ToPage } from "../src/preview/messages.js";
import { drawConversation, drawRequest, imageArrived, markPlace } from "./draw.js";

/** What VS Code gives to pages. */
declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: PageState): void };

const editor = acquireVsCodeApi();
const tabs: readonly Tab[] = ["conversation", "request"];

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
}

let state: PageState = { uri: "", tab: "conversation" };

/** Keeps what a reload of the window starts from, as soon as the document is known. */
function remember(change: Partial<PageState>): void {
  state = { ...state, ...change };
  if (state.uri !== "") editor.setState(state);
}

function select(tab: Tab): void {
  remember({ tab });
  for (const name of tabs) {
    byId(name).hidden = name !== tab;
    const button = byId(`tab-${name}`);
    button.setAttribute("aria-selected", String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
  }
}

for (const tab of tabs) {
  byId(`tab-${tab}`).addEventListener("click", () => {
    select(tab);
    editor.postMessage({ kind: "tab", tab });
  });
  byId(`tab-${tab}`).addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = byId(`tab-${tabs.find((name) => name !== tab)}`);
    other.click();
    other.focus();
  });
}
byId("open-request").addEventListener("click", () => editor.postMessage({ kind: "openRequest" }));

function chosen(target: EventTarget | null): void {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-place], [data-line]") : null;
  // Who marks text wants to copy it.
  if (found === null || (document.getSelection()?.toString() ?? "") !== "") return;
  const { place, line, character } = found.dataset;
  if (place !== undefined) editor.postMessage({ kind: "reveal", place: Number(place) });
  else editor.postMessage({ kind: "revealPosition", position: { line: Number(line), character: Number(character) } });
}

const conversation = byId("conversation");
conversation.addEventListener("click", ({ target }) => chosen(target));
conversation.addEventListener("keydown", ({ key, target }) => {
  if (!(target instanceof HTMLElement)) return;
  const isButton = target.getAttribute("role") === "button";
  if (key === "Enter" ? target.tagName !== "SUMMARY" : key === " " && isButton) chosen(target);
});

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "conversation":
      remember({ uri: data.uri });
      byId("note").textContent = data.note;
      drawConversation(conversation, data.drawing, data.name);
      break;
    case "request":
      remember({ uri: data.uri });
      drawRequest(byId("body"), data.body, data.reason);
      break;
    case "image":
      imageArrived(conversation, data);
      break;
    case "cursor":
      markPlace(conversation, data.place);
      break;
    case "tab":
      select(data.tab);
      break;
    case "nothing":
      byId("note").textContent = "";
      conversation.replaceChildren(document.createTextNode(data.reason));
      drawRequest(byId("body"), undefined, data.reason);
  }
});

editor.postMessage({ kind: "ready" });
