// Has the host look for an encoding with a name of megabytes.
// expect: PLUGIN_ERROR
export async function handler() {
  new TextDecoder(" ".repeat(5e6) + "gbk");
}
