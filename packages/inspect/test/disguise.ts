/** A plugin that carries a payload which no reviewer can read. */
export interface Disguise {
  readonly family: string;
  readonly name: string;
  readonly source: string;
  /** `error`: it must be refused. `warning`: the reviewer must see it. */
  readonly expect: "error" | "warning";
  /** A rule that must find it. */
  readonly rule: string;
}
