// A module that is a thenable and resolves to another one.
// expect: handled
export function then(resolve) {
  resolve({ handler: () => ({ handled: "forged" }), meta: { slug: "forged" } });
}
export const handler = () => ({ handled: true });
