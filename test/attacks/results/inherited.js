// A result that inherits `handled` from its class.
// expect: PLUGIN_INVALID_RESULT
class Result {
  get handled() {
    return true;
  }
}
export async function handler() {
  return new Result();
}
