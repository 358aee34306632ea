// The type of an event, as long as the memory allows, in the line of the log about its listener.
// expect: SANDBOX_CONSOLE_LIMIT
// default-limits: true
export function handler() {
  const target = new EventTarget();
  const type = "t".repeat(25_000_000);
  target.addEventListener(type, () => {
    throw new Error("listener");
  });
  target.dispatchEvent(new Event(type));
  return { handled: true };
}
