// A result that differs each time it is read.
// expect: result
// result: {"handled":false}
export async function handler() {
  let reads = 0;
  return {
    get handled() {
      return reads++ > 0;
    },
  };
}
