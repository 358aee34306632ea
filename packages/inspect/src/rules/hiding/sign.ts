import type { Place } from "../../finding.ts";
import type { Sentence } from "../../words/sentence.ts";

/** A trace that obfuscators leave. */
export interface Sign {
  readonly place: Place;
  readonly what: Sentence;
  /** Whether it is never written by hand, and therefore suffices. */
  readonly isProof: boolean;
}
