// A generator and a pattern's `lastIndex` that are half way through.
// expect: handled
// runs: 2
const numbers = (function* () {
  for (let i = 0; ; i++) yield i;
})();
const pattern = /a/g;
export async function handler() {
  const first = numbers.next().value;
  numbers.next();
  const { lastIndex } = pattern;
  pattern.test("aaa");
  return { handled: first === 0 && lastIndex === 0 };
}
