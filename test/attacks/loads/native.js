// Four copies of a file whose top level hangs in native code, loaded at once: none of the workers is lost unblamed.
// expect: load SANDBOX_CPU_LIMIT
// expect-event: plugin-quarantined
// loads: 4
new Array(2 ** 32 - 1).includes(1);
export async function handler() {}
