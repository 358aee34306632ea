import type { InferResponseType } from "hono/client";
import type { api } from "../../api.ts";

/** The trace of a message, as JSON. */
type Trace = InferResponseType<(typeof api.messages)[":id"]["trace"]["$get"]>;

/** One attempt to handle the message. */
export type AttemptView = Trace["attempts"][number];
/** The run of one plugin. */
export type RunView = AttemptView["runs"][number];
/** A host call. */
export type CallView = RunView["calls"][number];
