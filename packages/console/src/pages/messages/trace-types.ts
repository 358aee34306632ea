import type { InferResponseType } from "hono/client";
import type { api } from "../../api.ts";

/** What happened at a message, as JSON has it. */
type Trace = InferResponseType<(typeof api.messages)[":id"]["trace"]["$get"]>;

/** One time that a message was handed out. */
export type AttemptView = Trace["attempts"][number];
/** One plugin's turn. */
export type RunView = AttemptView["runs"][number];
/** A host call. */
export type CallView = RunView["calls"][number];
