// Exports a proxy that has everything, a `meta` that is a function among it.
// expect: handled | load PLUGIN_ERROR | INVALID_INPUT
export default new Proxy(() => {}, { get: () => () => ({ handled: true }) });
