// Waits for a host call that is never answered.
// expect: SANDBOX_WALL_LIMIT
// limits: { "wallMs": 40 }
export async function handler({ storage }) {
  await storage.get("never");
}
