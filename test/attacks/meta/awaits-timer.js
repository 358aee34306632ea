// Waits for a timer at its top level, where there are none.
// expect: load PLUGIN_ERROR
await new Promise((resolve) => setTimeout(resolve, 1));
export const handler = () => ({ handled: true });
