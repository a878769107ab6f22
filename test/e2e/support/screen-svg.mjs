// Turns what a terminal shows, with the escape sequences of its colours, into a picture; several screens into one that moves.

const cell = { width: 8.4, height: 18, size: 14 };
const paper = { ink: "#e0e2ea", ground: "#14161b" };
const basic = ["#07080d", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8"];

/**
 * The picture of screens that follow each other.
 * @param {readonly { screen: string, seconds: number }[]} frames as `tmux capture-pane -e` gives them, and how long each is shown
 * @param {{ columns: number, rows: number, title: string, description: string }} options
 */
export function screenSvg(frames, { columns, rows, title, description }) {
  const width = Math.ceil(columns * cell.width) + 32;
  const height = rows * cell.height + 52;
  const whole = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  let start = 0;
  const parts = frames.map(({ screen, seconds }, index) => {
    const [from, to] = [start / whole, (start + seconds) / whole];
    start += seconds;
    return frame(screen, { index, from, to, whole });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
  <title id="title">${escaped(title)}</title>
  <desc id="desc">${escaped(description)}</desc>
  <style>
    text { font: ${cell.size}px ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }
${parts.map(({ style }) => style).join("\n")}
  </style>
  <rect width="${width}" height="${height}" rx="10" fill="${paper.ground}"/>
  <circle cx="20" cy="16" r="5" fill="#ed6b60"/><circle cx="37" cy="16" r="5" fill="#f4be50"/><circle cx="54" cy="16" r="5" fill="#61c555"/>
  <g transform="translate(16 36)">
${parts.map(({ group }) => group).join("\n")}
  </g>
</svg>
`;
}

/** One screen, and when it is shown. Where nothing moves, for those who want that, the last one stays. */
function frame(screen, { index, from, to, whole }) {
  const percent = (share) => `${(share * 100).toFixed(2)}%`;
  const hidden = to >= 1 ? "" : ` ${percent(to)}, 100% { visibility: hidden; }`;
  const style = `    @keyframes f${index} { 0% { visibility: ${from === 0 ? "visible" : "hidden"}; } ${percent(from)} { visibility: visible; }${hidden} }
    .f${index} { animation: f${index} ${whole}s step-end infinite; }
    @media (prefers-reduced-motion) { .f${index} { animation: none; visibility: ${to >= 1 ? "visible" : "hidden"}; } }`;
  const lines = screen.replace(/\n$/, "").split("\n");
  return { style, group: `<g class="f${index}">\n${linesOf(lines).join("\n")}\n</g>` };
}

/** The lines as text and backgrounds. Colours go on from one line to the next. */
function linesOf(lines) {
  let pen = {};
  return lines.map((line, row) => {
    const shapes = [];
    let column = 0;
    for (const piece of line.split(/(\x1b\[[0-9;:]*m)/)) {
      const codes = /^\x1b\[([0-9;:]*)m$/.exec(piece)?.[1];
      if (codes !== undefined) pen = penAfter(pen, codes);
      else if (piece !== "") {
        const columns = columnsOf(piece);
        shapes.push(...shapesOf(piece, { ...pen, column, columns, row }));
        column += columns;
      }
    }
    return shapes.join("");
  });
}

function shapesOf(text, { ink, ground, bold, italic, underline, reverse, column, columns, row }) {
  const [front, back] = reverse ? [ground ?? paper.ground, ink ?? paper.ink] : [ink ?? paper.ink, ground];
  const x = (column * cell.width).toFixed(1);
  const y = row * cell.height;
  const width = (columns * cell.width).toFixed(1);
  const shapes = [];
  if (back !== undefined && back !== paper.ground)
    shapes.push(`<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${back}"/>`);
  if (text.trim() !== "") {
    const style = `${bold ? "font-weight: bold;" : ""}${italic ? "font-style: italic;" : ""}`;
    const weight = style === "" ? "" : ` style="${style}"`;
    shapes.push(`<text x="${x}" y="${y + 13}" textLength="${width}" fill="${front}"${weight}>${escaped(text)}</text>`);
  }
  if (underline)
    shapes.push(`<rect x="${x}" y="${y + 15}" width="${width}" height="1.5" fill="${underline === true ? front : underline}"/>`);
  return shapes;
}

/** Pictures take two columns; marks that join or change another one take none. */
function columnsOf(text) {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mn}|\u200d|\ufe0f/u.test(character)) continue;
    columns += /\p{Emoji_Presentation}/u.test(character) ? 2 : 1;
  }
  return columns;
}

function penAfter(pen, text) {
  const codes = text.split(";");
  let next = { ...pen };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === "" || code === "0") next = {};
    else if (code === "1") next.bold = true;
    else if (code === "3") next.italic = true;
    else if (/^4(?::[1-5])?$/.test(code)) next.underline = true;
    else if (code === "7") next.reverse = true;
    else if (code === "24" || code === "4:0") next.underline = undefined;
    else if (code === "39") next.ink = undefined;
    else if (code === "49") next.ground = undefined;
    else if (/^3[0-7]$/.test(code)) next.ink = basic[Number(code) - 30];
    else if (/^9[0-7]$/.test(code)) next.ink = basic[Number(code) - 90];
    else if (/^4[0-7]$/.test(code)) next.ground = basic[Number(code) - 40];
    else if (["38", "48", "58"].includes(code)) {
      const [colour, used] = colourAt(codes, at + 1);
      at += used;
      if (code === "38") next.ink = colour;
      else if (code === "48") next.ground = colour;
      else if (next.underline) next.underline = colour;
    }
  }
  return next;
}

/** A colour of 24 bits or of the palette, and how many codes it takes. */
function colourAt(codes, at) {
  if (codes[at] === "2") return [`rgb(${codes.slice(at + 1, at + 4).join(",")})`, 4];
  const number = Number(codes[at + 1]);
  if (number < 16) return [basic[number % 8], 2];
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return [`rgb(${grey},${grey},${grey})`, 2];
  }
  const level = (step) => (step === 0 ? 0 : 55 + step * 40);
  const index = number - 16;
  return [`rgb(${level(Math.floor(index / 36))},${level(Math.floor(index / 6) % 6)},${level(index % 6)})`, 2];
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
