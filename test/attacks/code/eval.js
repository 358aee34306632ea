// Direct and indirect `eval`.
// expect: handled
const attempts = [
  () => eval("1"),
  () => (0, eval)("1"),
  () => globalThis.eval("1"),
  () => globalThis["ev" + "al"]("1"),
  () => Reflect.apply(globalThis.eval, null, ["1"]),
  () => [eval].map((run) => run("1")),
];
export async function handler() {
  for (const attempt of attempts) {
    let value;
    try {
      value = attempt();
    } catch {
      continue;
    }
    throw new Error(`${attempt} gave ${value}`);
  }
  return { handled: true };
}
