// Declares permissions where the host has approved a file without any.
// expect: load PLUGIN_META_MISMATCH
// approval: { "approved": {} }
export const meta = { permissions: { proactive: true } };
export const handler = () => ({ handled: true });
