// Reads the message's medium without having declared it.
// expect: handled
export const meta = { slug: "no-media", permissions: { ai: true } };
export async function handler({ mediaBuffer }) {
  return { handled: mediaBuffer === null };
}
