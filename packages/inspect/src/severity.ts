/** `error`: a submission is refused. `warning`: doubtful, for the reviewer. `info`: for information. */
export type Severity = "error" | "warning" | "info";
