// Calls that wait with much memory, in a worker that another plugin takes down: none of them is lost.
// expect: handled
// limits: { "cpuMs": 1000 }
// beside: native/search-in-array
// parallel: 4
export async function handler({ storage }) {
  const held = Array.from({ length: 10 }, (_, index) => new Uint8Array(1e6).fill(index + 1));
  for (let wait = 0; wait < 6; wait++) await storage.get("slow");
  return { handled: held.every((bytes, index) => bytes[999_999] === index + 1) };
}
