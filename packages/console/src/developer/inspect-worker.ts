import { type Finding, inspectPlugin } from "@botwright/inspect";

/** A request to the worker: an id that the answer repeats, and the file. */
export interface InspectQuestion {
  readonly id: number;
  readonly code: string;
}

/** The worker's answer. */
export interface InspectAnswer {
  readonly id: number;
  readonly findings: readonly Finding[];
}

addEventListener("message", ({ data }: MessageEvent<InspectQuestion>) => {
  const { findings } = inspectPlugin(data.code);
  const answer: InspectAnswer = { id: data.id, findings };
  postMessage(answer);
});
