// Throws nothing at its top level.
// expect: load PLUGIN_ERROR
throw null;
export const handler = () => ({ handled: true });
