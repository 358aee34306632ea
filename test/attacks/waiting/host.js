// Waits for a host call that is never answered.
// expect: PLUGIN_TIMEOUT
// limits: { "wallMs": 40 }
export async function handler({ storage }) {
  await storage.get("never");
}
