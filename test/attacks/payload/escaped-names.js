// Names and texts written with escapes, so that no search finds them.
// expect: handled
const attempts = [
  () => eval("1"),
  () => globalThis["\u0065\x76al"]("1"),
  () => (() => {})["c\u006fnstructor"]("return 1")(),
  () => (() => {}).constructor("return 1")(),
  () => globalThis["\x46unction"]("return 1")(),
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
