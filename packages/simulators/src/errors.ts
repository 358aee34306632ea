/** The stable codes of a simulator's own errors. */
export type SimulatorErrorCode =
  | "CLOSED"
  | "INVALID_INPUT"
  | "SENT_TIMEOUT"
  | "UNKNOWN_FAULT"
  | "UNKNOWN_PLATFORM";

/**
 * A simulator was used in a way it cannot follow, or what a test waited for did not come.
 * What the bot does wrong on the wire is never thrown here: it is answered on the wire.
 */
export class SimulatorError extends Error {
  override readonly name = "SimulatorError";
  /** What happened, for programs. */
  readonly code: SimulatorErrorCode;

  constructor(code: SimulatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
