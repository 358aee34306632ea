import { describeError, type LocalizedText, type LoginState, type Platform } from "@botwright/core";

/** The state of a login, as it is stored. */
export type StoredLogin =
  | { readonly state: "starting" | "scanned" | "cancelled" }
  /** The person must scan a code; `attempt` counts the codes of this login from 1. */
  | { readonly state: "waiting"; readonly qr: string; readonly attempt: number }
  /** The phone shows digits that the person must type. `is_wrong`: the digits typed before were wrong. */
  | { readonly state: "needs-code"; readonly is_wrong: boolean }
  /** The code has expired; a new one follows unless the login has ended. */
  | { readonly state: "expired" }
  | { readonly state: "confirmed"; readonly bot_id: number }
  /** `refused`: by the platform or by the host. `failed`: the person may begin another login. */
  | {
      readonly state: "refused" | "failed";
      readonly code: string;
      readonly message: string;
      readonly advice?: LocalizedText;
    };

/** A login as its owner sees it. `svg` is a picture of `qr`; absent if the text is too long for a QR code. */
export type LoginRecord = StoredLogin & {
  readonly id: string;
  readonly platform: Platform;
  readonly svg?: string;
  /** Whether the login has ended, so that no further state follows. */
  readonly is_over: boolean;
  /** ISO 8601. */
  readonly created_at: string;
};

/** The stored form of a step of an adapter's login; `undefined` for the step with the credentials. */
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

/** The state of a login whose node has ended before it. */
export const INTERRUPTED: StoredLogin = {
  state: "failed",
  code: "LOGIN_INTERRUPTED",
  message: "the login was interrupted: begin another one",
};

/** Joins a login with its stored state, and with the picture that `draw` makes of the code's text. */
export function withPicture(
  login: Pick<LoginRecord, "id" | "platform" | "is_over" | "created_at">,
  stored: StoredLogin,
  draw: (text: string) => string | undefined,
): LoginRecord {
  const svg = stored.state === "waiting" ? draw(stored.qr) : undefined;
  return { ...stored, ...login, ...(svg !== undefined && { svg }) };
}
