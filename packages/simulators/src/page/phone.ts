import { setTimeout as sleep } from "node:timers/promises";
import { ChatPageError } from "./errors.ts";
import type { PageLogin } from "./platform.ts";

/** What the bot's owner does on the phone, by the routes' names. */
export type PhoneAction = "scan" | "confirm" | "expire" | "logout";

/** The bot notices what the phone did within about a second. */
const NOTICED_MS = 10_000;
const LOOK_MS = 10;

/**
 * Plays the phone; resolves when the bot has noticed.
 *
 * @throws {ChatPageError} `NO_QR_CODE`, `NOT_SCANNED` or `NOT_LOGGED_IN` when it is not the time
 *   for this; `NOT_SIMULATED` when the phone is a real one.
 */
export async function playPhone(login: PageLogin, action: PhoneAction): Promise<void> {
  const { phone } = login;
  if (phone === undefined) {
    throw new ChatPageError("NOT_SIMULATED", "the phone is a real one here");
  }
  const { codes } = login.view();
  switch (action) {
    case "scan":
      await noticed(() => login.view().stage !== "starting");
      if (login.view().stage !== "waiting") {
        throw new ChatPageError("NO_QR_CODE", "no QR code waits to be scanned");
      }
      phone.scan();
      return noticed(() => login.view().stage !== "waiting");
    case "confirm":
      if (login.view().stage !== "scanned") {
        throw new ChatPageError("NOT_SCANNED", "scan the QR code first");
      }
      phone.confirm();
      return noticed(() => login.view().stage === "connected");
    case "expire":
      if (login.view().content === undefined) {
        throw new ChatPageError("NO_QR_CODE", "there is no QR code");
      }
      phone.expire();
      return noticed(() => login.view().codes > codes);
    case "logout":
      if (login.view().stage !== "connected") {
        throw new ChatPageError("NOT_LOGGED_IN", "the bot is not logged in");
      }
      // A login elsewhere takes the place of the bot's session.
      phone.bind();
      return noticed(() => login.view().stage !== "connected");
  }
}

async function noticed(condition: () => boolean): Promise<void> {
  const end = performance.now() + NOTICED_MS;
  while (!condition() && performance.now() < end) await sleep(LOOK_MS);
}
