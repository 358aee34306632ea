// Exports its handler after it has been loaded.
// expect: load PLUGIN_NO_HANDLER
export let handler;
Promise.resolve().then(async () => {
  for (let i = 0; i < 10; i++) await null;
});
