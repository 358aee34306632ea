/** Called when the session may have ended, or may belong to another user. */
let check: () => void = () => {};

/** All tabs of a browser share one session, so a tab that changes it notifies the others. */
const channel = new BroadcastChannel("botwright:session");
channel.addEventListener("message", () => check());

/** Sets the function with which this tab checks its session. */
export function whenSessionIsChecked(handler: () => void): void {
  check = handler;
}

/** The number of pending requests that replace or end this session, such as a change of the password. */
let changing = 0;

/** Checks whether there is still a session, and whose; not while a request replaces or ends it. */
export function checkSession(): void {
  if (changing === 0) check();
}

/** Awaits a request that replaces or ends the session; before its answer, a check would find no session. */
export async function replaceSession<T>(asked: Promise<T>): Promise<T> {
  changing += 1;
  try {
    return await asked;
  } finally {
    changing -= 1;
  }
}

/** Tells the other tabs that the session has begun or ended. */
export function announceSession(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(null);
}
