// Asks for 199 megabytes and returns at once, without waiting for the answers.
// expect: handled
// default-limits: true
// parallel: 2
export async function handler({ storage }) {
  for (let call = 0; call < 199; call++) storage.get("megabyte");
  return { handled: true };
}
