// An error whose stack names hundreds of places of one long line that is not plain ASCII.
// expect: PLUGIN_ERROR
// default-limits: true
// repeat: "x" 250000
export const handler = () => {
  const stack = "    at plugin.js:9:240000\n    at plugin.js:9:900000\n".repeat(150);
  throw Object.assign(new Error("frames"), { stack });
};
/*😀$REPEAT$*/
