import type { Connection, WorkDoneProgressReporter } from "vscode-languageserver";
import { notifications, type RunChanged } from "../../../shared/methods.js";
import type { Refusal } from "../send/check.js";
import type { Run } from "../send/run.js";
import type { RunState } from "../send/run-state.js";
import { createStateTeller, type StateTeller } from "../send/state-teller.js";
import type { ReplyEnd } from "../send/stream-reply.js";
import { type UsageReport, usageText } from "../send/usage-report.js";
import type { Progress, ProgressDoor } from "./progress.js";

/** A run as client and person see it. */
export interface RunDisplay {
  entered(state: RunState): void;
  over(end: ReplyEnd | Refusal, usage: UsageReport | undefined): void;
}

/** What a run is shown with. */
interface DisplayParts {
  readonly connection: Connection;
  readonly progressDoor: ProgressDoor;
  /** The newest words of a reply that comes into its document only at its end; empty where people see it come. */
  unseen(): string;
}

/** Shows a run of the document at `uri`, with the progress that its request was given: nothing of a mere check, which is over before anybody could look. */
export function createRunDisplay(
  { connection, progressDoor, unseen }: DisplayParts,
  { uri, given }: { uri: string; given: WorkDoneProgressReporter | undefined },
  run: () => Run,
): RunDisplay {
  let shown: { readonly progress: Progress; readonly teller: StateTeller } | undefined;
  let told: RunChanged["state"] | undefined;
  let isOver = false;

  function show(): { progress: Progress; teller: StateTeller } {
    const progress = progressDoor.start({ title: "Writing the reply", given, onCancel: () => run().cancel() });
    const teller = createStateTeller((text) => progress.report([text, unseen()].filter((part) => part !== "").join(" · ")));
    return { progress, teller };
  }

  function tell(state: RunChanged["state"], usage?: UsageReport): void {
    if (state === told) return;
    told = state;
    const change: RunChanged = { uri, run: run().id, state, ...(usage && { usage }) };
    void connection.sendNotification(notifications.runChanged, change);
  }

  return {
    entered(state) {
      if (isOver || (shown === undefined && state.kind === "checking")) return;
      shown ??= show();
      shown.teller.enter(state);
      if (state.kind === "waiting") tell("waiting");
      else if (state.kind === "connecting") tell("running");
    },
    over(end, usage) {
      isOver = true;
      if (shown === undefined) return;
      shown.teller.done();
      const state = stateOf(end);
      shown.progress.done(usage === undefined ? state : `${state} · ${usageText(usage)}`);
      tell(state, usage);
    },
  };
}

function stateOf(end: ReplyEnd | Refusal): ReplyEnd["state"] {
  if (!("kind" in end)) return end.state;
  return end.kind === "cancelled" ? "cancelled" : "failed";
}
