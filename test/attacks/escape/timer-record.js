// Looks for the record of an interval in the callback's `this`, to lengthen what the host is told.
// expect: handled
export async function handler() {
  const [found] = await new Promise((resolve) => {
    const interval = setInterval(
      function (...args) {
        clearInterval(interval);
        resolve([this, ...args]);
      },
      1,
      "argument",
    );
  });
  return { handled: found === undefined };
}
