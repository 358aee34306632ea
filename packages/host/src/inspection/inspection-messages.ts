import type { Inspection } from "@botwright/inspect";

/** Sent when the process has started and received the source. If it crashes after that, the source is the cause. */
export const BEGUN = "begun";

/** A message of the inspection process. */
export type InspectionMessage = typeof BEGUN | Inspection;
