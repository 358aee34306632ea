import type { Inspection } from "@botwright/inspect";

/** The process has started and read the source: what ends it from here on is the source's doing. */
export const BEGUN = "begun";

/** What the process of inspections sends. */
export type InspectionMessage = typeof BEGUN | Inspection;
