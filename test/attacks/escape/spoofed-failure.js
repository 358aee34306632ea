// Throws what looks like a failure of the sandbox's own: it stays the plugin's.
// expect: PLUGIN_ERROR
export async function handler() {
  throw Object.assign(new Error("the sandbox is closed"), {
    code: "SANDBOX_CLOSED",
    name: "PluginError",
  });
}
