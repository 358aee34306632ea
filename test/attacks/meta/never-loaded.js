// Awaits for ever at its top level.
// expect: load PLUGIN_NEVER_SETTLED
await new Promise(() => {});
export const handler = () => ({ handled: true });
