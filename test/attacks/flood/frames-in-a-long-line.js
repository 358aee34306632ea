// Lines of a log that look like frames of a stack, at places of one long line that is not plain ASCII.
// expect: handled
// default-limits: true
// repeat: "x" 250000
export const handler = () => {
  for (const column of [9, 200_000, 240_000, 900_000]) {
    console.log(`    at plugin.js:12:${column}\n`.repeat(500));
  }
  return { handled: true };
};

/*😀$REPEAT$*/
