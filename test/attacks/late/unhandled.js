// A promise that rejects after the end.
// expect: handled
export async function handler({ storage }) {
  storage.get("refused");
  storage.get("slow").then(() => {
    throw new Error("nobody hears this");
  });
  Promise.reject(null);
  return { handled: true };
}
