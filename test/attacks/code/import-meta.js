// Looks for the host's paths in `import.meta`.
// expect: handled
export async function handler() {
  const text = JSON.stringify(Object.entries(import.meta ?? {}));
  if (/node|file:|\/home|\/work|\/tmp/.test(text)) throw new Error(text);
  return { handled: true };
}
