import { type Finding, inspectPlugin } from "@botwright/inspect";

/** What the worker is asked: a number that its answer repeats, and the file. */
export interface InspectQuestion {
  readonly id: number;
  readonly code: string;
}

/** What it answers. */
export interface InspectAnswer {
  readonly id: number;
  readonly findings: readonly Finding[];
}

addEventListener("message", ({ data }: MessageEvent<InspectQuestion>) => {
  const { findings } = inspectPlugin(data.code);
  const answer: InspectAnswer = { id: data.id, findings };
  postMessage(answer);
});
