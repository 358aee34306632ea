import type { UserMessage } from "@botwright/simulators";

/** A harness that is open, for the warning about one that a test forgets to close. */
export interface OpenHarness {
  /** Called when a person has sent a message: the test is using the harness. */
  readonly used: () => void;
  /** Called when the harness is closed: there is nothing to warn of. */
  readonly closed: () => void;
}

/** The texts in the warning. */
export interface OpenHarnessInfo {
  /** What it is, as `weather on telegram`. */
  readonly what: string;
  /** Where the test has made it, as `weather.test.js:12:20`; `""` when unknown. */
  readonly place: string;
}

/** Real milliseconds without a message after which a harness that keeps the process alive is named. */
const IDLE_MS = 30_000;

const open = new Set<OpenHarnessInfo>();
let isHooked = false;

/**
 * Watches a harness until it is closed. One that is not is named on standard error, when the process ends or
 * when nothing has happened for {@link IDLE_MS}: the servers of its simulators may be all that keeps the
 * process alive. The watching itself does not.
 */
export function watchOpenHarness(info: OpenHarnessInfo): OpenHarness {
  open.add(info);
  hookExit();
  const timer = setTimeout(() => warn(info), IDLE_MS);
  timer.unref();
  return {
    used: () => void timer.refresh(),
    closed() {
      clearTimeout(timer);
      open.delete(info);
    },
  };
}

function hookExit(): void {
  if (isHooked) return;
  isHooked = true;
  process.once("exit", () => {
    for (const info of open) warn(info);
  });
}

function warn(info: OpenHarnessInfo): void {
  // Warn once per harness: at the exit it may have been named already.
  if (!open.delete(info)) return;
  const { what, place } = info;
  const where = place === "" ? "" : `, made at ${place},`;
  process.stderr.write(
    `The harness of ${what}${where} is still open: write await using h = await createHarness(…), or await h.close()\n`,
  );
}

/** The place in a test that has called a function of the harness. */
export function callerOf(called: (...args: never) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, called);
  const [, frame = ""] = /\n\s+at (.*)/u.exec(holder.stack ?? "") ?? [];
  const [, place = ""] = /([^/\\(]+:\d+:\d+)\)?$/u.exec(frame) ?? [];
  return place;
}

/** The messages that are being handled. */
export interface OpenMessages {
  track<T>(message: UserMessage, handle: () => Promise<T>): Promise<T>;
  /** Each in words. */
  list(): readonly string[];
}

/** Makes an {@link OpenMessages}. */
export function createOpenMessages(): OpenMessages {
  const messages = new Set<UserMessage>();
  return {
    async track(message, handle) {
      messages.add(message);
      try {
        return await handle();
      } finally {
        messages.delete(message);
      }
    },
    list: () =>
      [...messages].map((message) => {
        const { from } = message;
        return "text" in message ? `${from}'s "${message.text.slice(0, 40)}"` : `a file of ${from}`;
      }),
  };
}

/** Warns that a harness was closed while messages were still being handled. */
export function warnOfOpenMessages(what: string, messages: readonly string[]): void {
  const [first] = messages;
  if (first === undefined) return;
  const more = messages.length > 1 ? ` (and ${messages.length - 1} more)` : "";
  process.emitWarning(
    `The harness of ${what} was closed while ${first} was still being handled${more}: write await in front of it`,
    { type: "HarnessWarning", code: "HARNESS_STILL_HANDLING" },
  );
}
