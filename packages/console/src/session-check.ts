/** Called when the session may have ended, or may be another one. */
let check: () => void = () => {};

/** All tabs of a browser have one session: what one of them does to it, the others look at. */
const channel = new BroadcastChannel("botwright:session");
channel.addEventListener("message", () => check());

/** Says how this tab looks at its session. */
export function whenSessionIsChecked(handler: () => void): void {
  check = handler;
}

/** Requests that replace or end this session, such as a change of the password, and are not answered yet. */
let changing = 0;

/** Looks whether there is still a session, and whose; not while a request replaces or ends it. */
export function checkSession(): void {
  if (changing === 0) check();
}

/** Waits for a request that replaces or ends the session: before its answer, there seems to be none. */
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
