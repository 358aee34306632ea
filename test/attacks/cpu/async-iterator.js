// An asynchronous iterator without an end.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
export async function handler() {
  const endless = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1 }) }) };
  for await (const one of endless);
}
