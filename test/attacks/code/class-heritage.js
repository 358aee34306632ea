// Classes that inherit from what makes functions.
// expect: handled
export async function handler() {
  for (const Base of [Function, (async () => {}).constructor, function* () {}.constructor]) {
    let made;
    try {
      made = new (class extends Base {
        constructor() {
          super("return globalThis");
        }
      })();
    } catch {
      continue;
    }
    throw new Error(`made ${typeof made}`);
  }
  return { handled: true };
}
