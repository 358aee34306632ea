/** Called when the session may have ended, or may be another one. */
let check: () => void = () => {};

/** All tabs of a browser have one session: what one of them does to it, the others look at. */
const channel = new BroadcastChannel("botwright:session");
channel.addEventListener("message", () => check());

/** Says how this tab looks at its session. */
export function whenSessionIsChecked(handler: () => void): void {
  check = handler;
}

/** Looks whether there is still a session, and whose. */
export function checkSession(): void {
  check();
}

/** Tells the other tabs that the session has begun or ended. */
export function announceSession(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(null);
}
