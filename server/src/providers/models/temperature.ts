import type { ProtocolName } from "../endpoint.js";
import type { ModelInfo } from "./model-info.js";
import type { ThinkingSetting } from "./thinking.js";

/** Who is asked, and how much is thought. */
export interface Asked {
  readonly protocol: ProtocolName;
  readonly model: string;
  readonly info?: ModelInfo | undefined;
  readonly thinking: ThinkingSetting;
}

/**
 * The temperature that is sent where `wanted` is asked for: many models take none, or one only, while they think
 * (spec/providers-and-send.md §1.2–1.6).
 */
export function temperatureFor(wanted: number | undefined, asked: Asked): number | undefined {
  const { protocol, info, thinking } = asked;
  switch (protocol) {
    case "anthropic":
      if (wanted === undefined || (thinking.kind === "on" && wanted !== 1)) return undefined;
      return Math.min(1, wanted);
    case "responses":
      return reasons(asked) ? undefined : wanted;
    case "codex":
      return undefined;
    case "chat-completions":
      if (info?.thinking?.kind === "forced") return 1;
      return info?.thinking?.kind === "optional" ? ofMode[thinking.kind] : wanted;
    case "gemini":
    case "echo":
      return wanted;
  }
}

/** Models that think or not as they are told have one temperature for each, and take no other. */
const ofMode = { on: 1, off: 0.6, silent: undefined } as const;

/** Says whether a model of OpenAI's reasons, unless it can be told not to. */
function reasons({ model, info, thinking }: Asked): boolean {
  const canReason = info === undefined ? /^(?:o\d|gpt-[5-9])/.test(model) : info.thinking !== undefined;
  return canReason && !(thinking.kind === "off" && canStopReasoning({ model, info }));
}

/** Says whether a model of OpenAI's takes the effort "none"; the others think least. */
export function canStopReasoning({ model, info }: Pick<Asked, "model" | "info">): boolean {
  return info?.thinking?.kind !== "effort" || /^gpt-5\.[1-9]\d*(?:-mini|-nano)?$/.test(model);
}
