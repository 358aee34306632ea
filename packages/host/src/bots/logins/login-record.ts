import { describeError, type LocalizedText, type LoginState, type Platform } from "@botwright/core";

/** What a login is doing, as it is stored. */
export type StoredLogin =
  | { readonly state: "starting" | "scanned" | "cancelled" }
  /** A code is to be scanned; `attempt` counts the codes of this login from 1. */
  | { readonly state: "waiting"; readonly qr: string; readonly attempt: number }
  /** The phone shows digits that the person types. `is_wrong`: those before were wrong. */
  | { readonly state: "needs-code"; readonly is_wrong: boolean }
  /** The code is too old; a new one follows unless the login is over. */
  | { readonly state: "expired" }
  | { readonly state: "confirmed"; readonly bot_id: number }
  /** `refused` by the platform or by the host; `failed`: begin another one. */
  | {
      readonly state: "refused" | "failed";
      readonly code: string;
      readonly message: string;
      readonly advice?: LocalizedText;
    };

/** A login as its person sees it: `svg` is a picture of `qr`, absent where a QR code cannot hold that. */
export type LoginRecord = StoredLogin & {
  readonly id: string;
  readonly platform: Platform;
  readonly svg?: string;
  /** Nothing follows any more. */
  readonly is_over: boolean;
  /** ISO 8601. */
  readonly created_at: string;
};

/** A step of an adapter's login, as it is stored; `undefined` for one that has credentials. */
export function toStored(step: LoginState): StoredLogin | undefined {
  switch (step.state) {
    case "confirmed":
      return undefined;
    case "needs-code":
      return { state: "needs-code", is_wrong: step.isWrong };
    case "refused": {
      const { state, code, message, advice } = step;
      return { state, code, message, advice };
    }
    default:
      return step;
  }
}

/** The state of a login that has ended with an error. */
export function toFailed(error: unknown, state: "failed" | "refused" = "failed"): StoredLogin {
  const { code, message } = describeError(error);
  return { state, code, message };
}

/** The state of a login whose node has ended. */
export const INTERRUPTED: StoredLogin = {
  state: "failed",
  code: "LOGIN_INTERRUPTED",
  message: "the login was interrupted: begin another one",
};

/** Adds the picture of the code, which `draw` makes of its text. */
export function withPicture(
  login: Pick<LoginRecord, "id" | "platform" | "is_over" | "created_at">,
  stored: StoredLogin,
  draw: (text: string) => string | undefined,
): LoginRecord {
  const svg = stored.state === "waiting" ? draw(stored.qr) : undefined;
  return { ...stored, ...login, ...(svg !== undefined && { svg }) };
}
