import type { ChangeSignal } from "../feed/change-signal.ts";
import { ChatPageError } from "../errors.ts";
import type { PlatformLogin } from "./platform-state.ts";

/** An action of the bot's owner on the phone, named as in the routes. */
export type PhoneAction = "scan" | "confirm" | "expire" | "logout";

/**
 * How long to wait for the bot to react to the phone's action, in milliseconds; it takes about a
 * second.
 */
const NOTICED_MS = 10_000;

/**
 * Performs an action of the simulated phone; resolves when the bot has reacted to it.
 *
 * @throws {ChatPageError} `NO_QR_CODE`, `NOT_SCANNED` or `NOT_LOGGED_IN` when the action is not
 * possible in this state; `NOT_SIMULATED` when the phone is a real one.
 */
export async function playPhone(
  login: PlatformLogin,
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
      // A login elsewhere replaces the bot's session.
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
