/** `error`: a submission is refused. `warning`: doubtful, for the reviewer. `info`: good to know. */
export type Severity = "error" | "warning" | "info";
