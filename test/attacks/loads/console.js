// Writes as much to the console at the top level as it may, in eight loads at once.
// expect: handled
// limits: { "consoleBytes": 65536, "cpuMs": 500 }
// loads: 8
for (let line = 0; line < 900; line++) console.log("a line");
export async function handler() {
  return { handled: true };
}
