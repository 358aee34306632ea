// The reviver of `JSON.parse` makes the value longer while it is walked.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  JSON.parse("[0, 0]", function (key, value) {
    if (Array.isArray(this)) this[1] = [0, 0];
    return value;
  });
}
