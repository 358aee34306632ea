// Climbs the stack by `arguments` and `caller`.
// expect: handled
const climb = [
  (given) => given.callee,
  (given) => given.caller,
  () => climb[0].caller,
  () => climb[0].arguments,
  () => handler.caller,
  () => handler.arguments,
];
export function handler() {
  for (const step of climb) {
    let found;
    try {
      found = step(arguments);
    } catch {
      continue;
    }
    if (found !== undefined && found !== null) throw new Error(`${step} found ${found}`);
  }
  return { handled: true };
}
