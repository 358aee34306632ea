// Returns while a host call that is never answered is open: the call ends with its result in time.
// expect: handled
// limits: { "wallMs": 1000 }
export async function handler({ storage }) {
  storage.get("never");
  return { handled: true };
}
