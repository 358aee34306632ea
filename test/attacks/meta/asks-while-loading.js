// Asks the host at its top level.
// expect: load PLUGIN_ERROR
await fetch("https://api.example/");
export const handler = () => ({ handled: true });
