// A handler that cannot be called without `new`.
// expect: PLUGIN_ERROR
export class handler {}
