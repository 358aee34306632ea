// A secret instead of a result: the error says what kind of value it was.
// expect: PLUGIN_INVALID_RESULT
export async function handler({ getPlatformCreds }) {
  return getPlatformCreds("feishu");
}
