// Fails while 199 megabytes of answers are under way.
// expect: PLUGIN_ERROR
// default-limits: true
// parallel: 4
export async function handler({ storage }) {
  for (let call = 0; call < 199; call++) storage.get("megabyte").catch(() => {});
  throw new Error("gone");
}
