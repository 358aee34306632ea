import type { Place } from "../finding.ts";

/** Something that obfuscators write. */
export interface Sign {
  readonly place: Place;
  readonly what: string;
  /** Nobody writes this by hand: it is proof by itself. */
  readonly isProof: boolean;
}
