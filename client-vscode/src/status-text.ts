import type { RunChanged, RunUsage, StatusChanged } from "../../shared/methods.js";

/** What the status bar shows of a conversation. */
export interface StatusText {
  readonly text: string;
  /** Lines of plain text. */
  readonly tooltip: readonly string[];
}

/** What is known of the last run of a document. */
export type LastRun = Pick<RunChanged, "state" | "usage">;

/** Provider, model, whether a reply is being written, and what the last one used. */
export function statusText(status: StatusChanged, run: LastRun | undefined): StatusText {
  // An endpoint of one's own may have no model to choose.
  const answerer = [status.provider, status.model].filter(Boolean).join("/");
  const isRunning = status.running || run?.state === "waiting" || run?.state === "running";
  const usage = isRunning ? undefined : run?.usage;
  const text = [`${isRunning ? "$(sync~spin) " : ""}${answerer}`, ...(usage ? [usageText(usage)] : [])].join(" · ");
  const tooltip = [
    `${answerer}${status.engine === "lua" ? "" : `, templates of ${status.engine}`}`,
    ...settings(status),
    ...(isRunning ? [run?.state === "waiting" ? "Waiting for what the document needs" : "A reply is being written"] : []),
    ...(run === undefined || isRunning ? [] : [`Last reply: ${run.state}${usage ? `, ${usageDetails(usage)}` : ""}`]),
  ];
  return { text, tooltip };
}

function settings({ thinking, temperature, maxTokens }: StatusChanged): string[] {
  const known = { Thinking: thinking, Temperature: temperature, "Most tokens": maxTokens };
  return Object.entries(known).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}: ${value === false ? "off" : String(value)}`],
  );
}

function usageText({ outputTokens, cost, ...usage }: RunUsage): string {
  const price = cost === undefined ? "" : ` · ${costText(cost)}`;
  return `↑${short(inputOf({ outputTokens, ...usage }))} ↓${short(outputTokens)}${price}`;
}

function usageDetails(usage: RunUsage): string {
  const { outputTokens, thinkingTokens, cacheReadTokens, cacheWriteTokens, isEstimated, cost } = usage;
  const of = (count: number | undefined, what: string): string[] => (count ? [`${count} ${what}`] : []);
  return [
    `${inputOf(usage)} tokens sent`,
    ...of(cacheReadTokens, "of them from the cache"),
    ...of(cacheWriteTokens, "of them into the cache"),
    `${outputTokens} received`,
    ...of(thinkingTokens, "of them thinking"),
    ...(isEstimated ? ["all estimated"] : []),
    ...(cost === undefined ? [] : [`about ${costText(cost)}`]),
  ].join(", ");
}

function inputOf({ inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: RunUsage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}

/** 999, 1.2k, 34k, 1.2M. */
function short(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)}${unit}`;
}

/** USD with two digits that count. */
function costText(cost: number): string {
  if (cost === 0) return "$0";
  return cost < 0.0001 ? "<$0.0001" : `$${cost >= 0.995 ? cost.toFixed(2) : Number(cost.toPrecision(2))}`;
}
