import type { Place } from "../../finding.ts";
import type { Sentence } from "../../words/sentence.ts";

/** Something that obfuscators write. */
export interface Sign {
  readonly place: Place;
  readonly what: Sentence;
  /** Never written by hand, and therefore sufficient evidence. */
  readonly isProof: boolean;
}
