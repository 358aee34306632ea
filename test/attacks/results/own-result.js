// A result with a key `__proto__`: only `handled` leaves the machine.
// expect: handled
export async function handler() {
  return JSON.parse('{"handled":true,"__proto__":{"polluted":1}}');
}
