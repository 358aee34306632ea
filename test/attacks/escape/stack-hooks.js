// V8's hooks into stack traces.
// expect: handled
export async function handler() {
  const frames = [];
  try {
    Error.prepareStackTrace = (error, sites) => frames.push(...sites);
    Error.stackTraceLimit = 1000;
  } catch {
    // Frozen, as it should be.
  }
  const { stack } = new Error("look");
  const held = {};
  Error.captureStackTrace?.(held);
  const site = frames[0];
  if (site?.getThis?.() !== undefined || site?.getFunction?.() !== undefined)
    throw new Error("sites");
  if (typeof stack !== "string") throw new Error(typeof stack);
  return { handled: true };
}
