/** The stable codes of a simulator's errors. */
export type SimulatorErrorCode =
  | "CLOSED"
  | "INVALID_INPUT"
  | "SENT_TIMEOUT"
  | "UNKNOWN_FAULT"
  | "UNKNOWN_PLATFORM";

/**
 * A test has used a simulator in a way that it does not support, or an awaited message did not come.
 * Wrong requests of the bot are not thrown here: the simulator answers them as the platform would.
 */
export class SimulatorError extends Error {
  override readonly name = "SimulatorError";
  /** The stable code, for programs. */
  readonly code: SimulatorErrorCode;

  constructor(code: SimulatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
