// Starts timers and logs where hardly any stack is left.
// expect: handled | PLUGIN_ERROR
export async function handler() {
  let left = 20;
  const dive = () => {
    try {
      dive();
    } finally {
      if (left-- > 0) {
        console.log("deep", left);
        clearTimeout(setTimeout(() => {}, 1000));
        Buffer.from("é").toString("base64");
      }
    }
  };
  try {
    dive();
  } catch {
    // The stack is full.
  }
  return { handled: true };
}
