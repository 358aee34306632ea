import type { Place } from "../finding.ts";

/** Something that obfuscators write. */
export interface Sign {
  readonly place: Place;
  readonly what: string;
  /** Never written by hand, and therefore sufficient evidence. */
  readonly isProof: boolean;
}
