// Asks the host where hardly any stack is left.
// expect: handled | PLUGIN_ERROR
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  let asked = 0;
  const dive = () => {
    try {
      dive();
    } finally {
      if (asked++ < 20) storage.get("profile").catch(() => {});
    }
  };
  try {
    dive();
  } catch {
    // The stack is full.
  }
  const { name } = await storage.get("profile");
  return { handled: name === "owner" };
}
