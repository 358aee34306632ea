import type { ChangeSignal } from "./change-signal.ts";
import { ChatPageError } from "./errors.ts";
import type { PageLogin } from "./platform.ts";

/** What the bot's owner does on the phone, by the routes' names. */
export type PhoneAction = "scan" | "confirm" | "expire" | "logout";

/** The bot notices what the phone did within about a second. */
const NOTICED_MS = 10_000;

/**
 * Plays the phone; resolves when the bot has noticed.
 *
 * @throws {ChatPageError} `NO_QR_CODE`, `NOT_SCANNED` or `NOT_LOGGED_IN` when it is not the time
 *   for this; `NOT_SIMULATED` when the phone is a real one.
 */
export async function playPhone(
  login: PageLogin,
  action: PhoneAction,
  changes: ChangeSignal,
): Promise<void> {
  const { phone } = login;
  if (phone === undefined) {
    throw new ChatPageError("NOT_SIMULATED", "the phone is a real one here");
  }
  const { codes } = login.view();
  switch (action) {
    case "scan":
      await noticed(changes, () => login.view().stage !== "starting");
      if (login.view().stage !== "waiting") {
        throw new ChatPageError("NO_QR_CODE", "no QR code waits to be scanned");
      }
      phone.scan();
      return noticed(changes, () => login.view().stage !== "waiting");
    case "confirm":
      if (login.view().stage !== "scanned") {
        throw new ChatPageError("NOT_SCANNED", "scan the QR code first");
      }
      phone.confirm();
      return noticed(changes, () => login.view().stage === "connected");
    case "expire":
      if (login.view().content === undefined) {
        throw new ChatPageError("NO_QR_CODE", "there is no QR code");
      }
      phone.expire();
      return noticed(changes, () => login.view().codes > codes);
    case "logout":
      if (login.view().stage !== "connected") {
        throw new ChatPageError("NOT_LOGGED_IN", "the bot is not logged in");
      }
      // A login elsewhere takes the place of the bot's session.
      phone.bind();
      return noticed(changes, () => login.view().stage !== "connected");
  }
}

/** Resolves when a change makes the condition true, or after {@link NOTICED_MS} without one. */
async function noticed(changes: ChangeSignal, condition: () => boolean): Promise<void> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), NOTICED_MS);
  let change = changes.next();
  while (!condition()) {
    if ((await Promise.race([change, late.promise])) === "late") break;
    change = changes.next();
  }
  clearTimeout(timer);
}
