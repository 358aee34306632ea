// A `meta` with a key `__proto__`.
// expect: handled
export const meta = JSON.parse('{"slug":"proto","__proto__":{"permissions":{"ai":true}}}');
export async function handler() {
  return { handled: {}.permissions === undefined };
}
