// Wrong calls without an await, as many as there may be, and then the end.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService }) {
  const messages = new Array(1000).fill(null);
  for (let call = 0; call < 200; call++)
    void aiService.callModel({ model: "m", messages }).catch(() => {});
  return { handled: true };
}
