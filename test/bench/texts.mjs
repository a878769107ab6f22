// Texts to measure with: a conversation, and JSON of the same number of lines.

/** A conversation of so many lines; one line in ten holds an expression, and there are some loops. */
export function conversation(lines) {
  const out = ["```lua", 'name = "Ada"', "items = { 'one', 'two', 'three' }", "```", "@System:", "You help {{ name }}."];
  for (let turn = 0; out.length < lines; turn++) {
    out.push("", turn % 2 === 0 ? "@You:" : "@Assistant:");
    const isUser = turn % 2 === 0;
    for (let line = 0; line < 18 && out.length < lines; line++) {
      const hasExpression = isUser && line % 5 === 4;
      out.push(hasExpression ? `Dear {{ name:upper() }}, this is item ${line}.` : "Some words of a conversation, as people write them.");
    }
    if (turn % 8 === 0) out.push("{% for item, loop in each(items) do %}", "- {{ loop.index }}: {{ item }}", "{% end %}");
  }
  return `${out.slice(0, lines - 1).join("\n")}\n{{ missing }}\n`;
}

/** A conversation in Go templates with so many actions: paths, calls, loops, and texts between them. */
export function goConversation(actions) {
  const out = ["```lua", 'flemma.opt.templating.engine = "go"', 'name = "Ada"', "items = { 'one', 'two', 'three' }", "```", "@System:"];
  out.push("You help {{ .inputs.name }}.", '{{ define "item" }}- {{ . | upper }}{{ end }}');
  // Each turn of a person holds ten, and those above are three.
  for (let count = 3; count < actions; count += 10) {
    out.push("", "@You:", ...Array(6).fill('Dear {{ .inputs.name | printf "%s!" }}, some words, as people write them.'));
    out.push('{{ range .inputs.items }}{{ template "item" . }}', "{{ end }}{{ if gt (len .turns) 3 }}Many turns.{{ end }}");
    out.push("", "@Assistant:", ...Array(10).fill("Some words of a conversation, as people write them."));
  }
  return `${out.join("\n")}\n\n@You:\n{{ .missing }}\n`;
}

/** JSON of so many lines, of objects with a few members. */
export function json(lines) {
  const out = ["["];
  for (let index = 0; out.length < lines - 6; index++) {
    out.push("  {", `    "name": "item ${index}",`, `    "text": "Some words, as people write them.",`, `    "count": ${index}`, "  },");
  }
  out.push("  {}", "]");
  return `${out.join("\n")}\n`;
}

/**
 * Files by name, of which `document` includes all: a diamond of so many that all include one, or a chain in which each
 * includes the next. Each has some words and an expression.
 */
export function includes(shape, count) {
  const words = "Some words of a part, as people write them.\n".repeat(20);
  const name = (index) => `part-${index}.md`;
  const include = (file) => `{{ include("${file}") }}\n`;
  const last = { "last.md": `${words}{{ 1 + 1 }}\n` };
  const parts = Array.from({ length: count }, (_, index) => {
    const next = shape === "chain" && index + 1 < count ? name(index + 1) : "last.md";
    return [name(index), `${words}{{ ${index} }}\n${include(next)}`];
  });
  const first = shape === "chain" ? [include(name(0))] : parts.map(([file]) => include(file));
  return { files: { ...Object.fromEntries(parts), ...last }, document: `@You:\n${first.join("")}{{ missing }}\n` };
}
