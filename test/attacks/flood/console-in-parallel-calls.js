// Twenty calls write as much to the console as one may, as short lines.
// expect: handled
// default-limits: true
// parallel: 20
export async function handler() {
  for (let line = 0; line < 900; line++) console.warn("flood");
  return { handled: true };
}
