// Leaves properties on functions, classes and closures for the next call.
// expect: handled
// runs: 2
const box = {};
function keep() {}
const closure = (() => {
  let held;
  return (value) => {
    const before = held;
    held = value;
    return before;
  };
})();
export async function handler({ storage }) {
  const before = [box.left, keep.left, handler.left, closure("left")];
  box.left = keep.left = handler.left = "left";
  await storage.get("slow");
  return { handled: before.every((value) => value === undefined) };
}
