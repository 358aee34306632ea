// A result that differs each time it is read: it is read once, in the machine.
// expect: passed
export async function handler() {
  let reads = 0;
  return {
    get handled() {
      return reads++ > 0;
    },
  };
}
