import { nodeOfData } from "../config/config-node.js";
import type { FunctionValue } from "../config/operations.js";
import type { Config } from "../config/resolve.js";
import { luaFromConfig } from "../engines/lua/json.js";
import { encodeUtf8 } from "../lua/bytes.js";
import { LimitError, LuaError } from "../lua/errors.js";
import type { LuaState } from "../lua/state.js";
import type { LuaFunction, LuaValue } from "../lua/values.js";
import { type Decision, decideApproval, type Policy } from "../tools/approval.js";
import type { ToolCall } from "./types.js";

/** Decides about one use of a tool. Functions of `tools.auto_approve` are called; one that fails leaves it to a person. */
export function decide(call: ToolCall, config: Config, state: LuaState): Decision {
  const policies = config.approval.map((policy): Policy => {
    if (policy.kind === "list") return policy;
    return { kind: "answer", value: answerOf(policy.call, call, state) };
  });
  return decideApproval({ tool: call.tool, policies });
}

function answerOf(call: FunctionValue["call"], { tool, input, context }: ToolCall, state: LuaState): boolean | "deny" | undefined {
  try {
    const [answer] = state.call(call as LuaFunction, [
      encodeUtf8(tool),
      luaFromConfig(nodeOfData(input)),
      luaFromConfig(nodeOfData(context)),
    ]);
    return meaning(answer);
  } catch (error) {
    if (error instanceof LuaError || error instanceof LimitError) return false;
    throw error;
  }
}

function meaning(answer: LuaValue): boolean | "deny" | undefined {
  return answer === undefined || typeof answer === "boolean" || answer === "deny" ? answer : false;
}
