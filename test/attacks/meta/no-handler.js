// Exports everything but a handler.
// expect: load PLUGIN_NO_HANDLER
export const handler = "handler";
export const Handler = () => {};
export default { handler: {} };
