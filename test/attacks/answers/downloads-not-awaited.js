// Begins 60 downloads of 20 MB and returns at once.
// expect: handled
// default-limits: true
export async function handler({ bot }) {
  for (let call = 0; call < 60; call++) bot.downloadRaw("large");
  return { handled: true };
}
