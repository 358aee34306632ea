// A CommonJS file whose exports change from read to read.
// expect: handled | load PLUGIN_NO_HANDLER
let reads = 0;
Object.defineProperty(module, "exports", {
  get: () => ({ handler: () => ({ handled: reads++ < 5 }), meta: { slug: `read-${reads}` } }),
});
