/** Most frames of a stack, as in Node. */
const STACK_FRAMES = 10;

/**
 * Adds the properties of Node's built-ins that the engine lacks and that packages use without a check. Plugins cannot
 * add them, because `hardenIntrinsics` freezes the built-ins.
 */
export function installNodeNames(): void {
  // A frozen property could not be assigned to. The engine takes no notice of the limit.
  Object.defineProperty(Error, "stackTraceLimit", { get: () => STACK_FRAMES, set: () => {} });
  hide(Error, "captureStackTrace", captureStackTrace);
  hide(Symbol, "dispose", Symbol("Symbol.dispose"));
  hide(Symbol, "asyncDispose", Symbol("Symbol.asyncDispose"));
}

/** Gives an object the stack of this place, without the frame of this function. */
function captureStackTrace(target: object): void {
  const { stack = "" } = new Error();
  const value = stack.slice(stack.indexOf("\n") + 1);
  Object.defineProperty(target, "stack", { value, writable: true, configurable: true });
}

function hide(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
