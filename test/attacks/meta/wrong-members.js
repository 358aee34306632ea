// A declaration with tens of thousands of wrong places: the first one is named.
// expect: load INVALID_INPUT
// limits: { "cpuMs": 1000 }
export const meta = {
  name: "wrong",
  triggers: new Array(40_000).fill(0),
  permissions: { hosts: new Array(40_000).fill([]) },
};
export async function handler() {
  return { handled: true };
}
