// A result with a key `__proto__`.
// expect: result
// result: {"handled":true,"__proto__":{"polluted":1}}
export async function handler() {
  return JSON.parse('{"handled":true,"__proto__":{"polluted":1}}');
}
