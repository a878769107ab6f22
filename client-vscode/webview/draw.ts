import type { Drawing, DrawnFault, DrawnMessage, DrawnPart } from "../src/preview/drawing.js";

const roleNames = { system: "System", user: "You", assistant: "Assistant" };

/** What is drawn, by what it was drawn from. */
const keys = new WeakMap<Node, string>();

/** Images that the page was given, by hash. */
const images = new Map<string, ArrivedImage>();

interface ArrivedImage {
  readonly data?: string;
  readonly reason?: string;
}

/** So many letters of a request are one block: blocks that nobody sees cost nothing. */
const blockLength = 16_384;

/** Draws a conversation; messages that did not change stay as they are, opened chips and all. */
export function drawConversation(into: HTMLElement, { faults, messages }: Drawing, name: string): void {
  const sections: { readonly key: string; draw(): HTMLElement }[] = [
    ...(faults.length > 0
      ? [{ key: JSON.stringify(faults), draw: () => element("article", { role: "note" }, faults.map(faultElement)) }]
      : []),
    ...messages.map((message) => ({ key: JSON.stringify(message), draw: () => messageElement(message) })),
  ];
  if (sections.length === 0)
    sections.push({ key: "empty", draw: () => element("p", { class: "empty" }, [`${name} has no messages yet.`]) });
  for (const [index, { key, draw }] of sections.entries()) {
    const present = into.childNodes[index];
    if (present !== undefined && keys.get(present) === key) continue;
    const drawn = draw();
    keys.set(drawn, key);
    if (present === undefined) into.append(drawn);
    else present.replaceWith(drawn);
  }
  while (into.childNodes.length > sections.length) into.lastChild?.remove();
}

/** Draws the body of a request, or why there is none. */
export function drawRequest(into: HTMLElement, body: string | undefined, reason: string | undefined): void {
  const text = body ?? "";
  const blocks: HTMLElement[] = [];
  for (let at = 0; at < text.length; ) {
    const end = blockEnd(text, at + blockLength);
    blocks.push(element("div", { class: "block" }, [text.slice(at, end)]));
    at = end;
  }
  into.replaceChildren(...(body === undefined ? [element("p", { class: "empty" }, [reason ?? ""])] : blocks));
}

/** No character is cut in half. */
function blockEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end + 1 : Math.min(end, text.length);
}

/** Shows an image wherever it is drawn. */
export function imageArrived(within: HTMLElement, { sha256, ...image }: ArrivedImage & { readonly sha256: string }): void {
  images.set(sha256, image);
  for (const place of within.querySelectorAll<HTMLElement>("[data-image]")) if (place.dataset.image === sha256) fillImage(place, image);
}

/** Marks what the cursor of the editor is at, and brings it into sight. */
export function markPlace(within: HTMLElement, place: number | undefined): void {
  for (const marked of within.querySelectorAll(".at-cursor")) marked.classList.remove("at-cursor");
  if (place === undefined) return;
  const found = within.querySelector<HTMLElement>(`[data-place="${place}"]`);
  found?.classList.add("at-cursor");
  found?.scrollIntoView({ block: "nearest" });
}

function messageElement({ role, line, isRendered, place, parts, faults }: DrawnMessage): HTMLElement {
  const heading = element("h2", { ...placed(place), title: `Line ${line}` }, [roleNames[role]]);
  const failed = element("p", { class: "failed" }, ["This message cannot be rendered."]);
  const body = isRendered ? parts.map(partElement) : [failed];
  return element("article", { class: role }, [heading, ...body, ...faults.map(faultElement)]);
}

function partElement(part: DrawnPart): HTMLElement {
  if (part.kind === "text") {
    const stretches = part.stretches.map(({ text, place }) => (place === undefined ? text : element("span", placed(place), [text])));
    return element("div", { class: "part text", "data-kind": "text" }, stretches);
  }
  const title = element("summary", {}, [part.title]);
  const jump = element("button", { type: "button", class: "jump", title: "Go to its place in the document", ...placed(part.place) }, ["↩"]);
  const body = part.body === undefined ? [] : [element("pre", {}, [part.body])];
  const attributes = { class: `part chip ${part.kind}`, "data-kind": part.kind };
  if (part.image === undefined) return element("details", attributes, [title, ...(part.place === undefined ? [] : [jump]), ...body]);
  const frame = element("div", { class: "image", "data-image": part.image.sha256 }, []);
  const known = images.get(part.image.sha256);
  if (known !== undefined) fillImage(frame, known);
  return element("details", { ...attributes, open: "" }, [title, ...(part.place === undefined ? [] : [jump]), frame]);
}

function fillImage(frame: HTMLElement, { data, reason }: ArrivedImage): void {
  frame.replaceChildren(data === undefined ? (reason ?? "") : element("img", { src: data, alt: "" }, []));
}

function faultElement({ severity, message, position: { line, character } }: DrawnFault): HTMLElement {
  const attributes = {
    class: `fault ${severity}`,
    role: "button",
    tabindex: "0",
    "data-line": String(line),
    "data-character": String(character),
  };
  return element("p", attributes, [`Line ${line + 1}: ${message}`]);
}

function placed(place: number | undefined): Attributes {
  return place === undefined ? {} : { "data-place": String(place), tabindex: "-1" };
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Texts become texts, never markup. */
function element(name: string, attributes: Attributes, children: readonly (HTMLElement | string)[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
