// Two functions that wait for each other.
// expect: PLUGIN_NEVER_SETTLED
export async function handler() {
  const first = Promise.withResolvers();
  const second = Promise.withResolvers();
  const one = second.promise.then(first.resolve);
  const two = first.promise.then(second.resolve);
  await Promise.all([one, two]);
}
