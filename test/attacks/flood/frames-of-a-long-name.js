// Frames in a file whose source map gives it a name of very many characters.
// expect: handled
// default-limits: true
// repeat: "eHh4" 58000
export async function handler() {
  const frames = "    at plugin.js:1:5\n".repeat(20);
  for (let i = 0; i < 64; i++) console.log(frames);
  return { handled: true };
}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjogMywibWFwcGluZ3MiOiJBQUFBIiwic291cmNlcyI6WyAi$REPEAT$Il19
