// Eight calls read the same medium of 20 MB and wait with it.
// expect: handled
// default-limits: true
// media: 20971520
// parallel: 8
export async function handler({ mediaBuffer, storage }) {
  mediaBuffer.fill(2);
  await storage.get("slow");
  return { handled: mediaBuffer.length === 20_971_520 && mediaBuffer.at(-1) === 2 };
}
