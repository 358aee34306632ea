// A module whose `then` never settles.
// expect: handled | load PLUGIN_NEVER_SETTLED
export function then() {}
export const handler = () => ({ handled: true });
