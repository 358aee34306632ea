// As many hosts as may be declared, all of them as costly to read as can be, for many fetches at once.
// expect: handled
// limits: { "cpuMs": 2000, "fetches": 20 }
// parallel: 5
// beside: fetch/loopback, fetch/two-faces
const han = (at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000));
const costly = (number) =>
  Array.from({ length: 250 }, (_, at) => (at % 50 === 49 ? "." : han(number * 31 + at))).join("");
export const meta = {
  slug: "costly-hosts",
  permissions: { hosts: ["127.0.0.1", ...Array.from({ length: 99 }, (_, at) => costly(at))] },
};
export async function handler() {
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      fetch(at % 2 === 0 ? "https://127.0.0.1/" : "https://other.example/").catch(
        (error) => error.code,
      ),
    ),
  );
  return {
    handled: codes.every((code) => code === "FETCH_BLOCKED" || code === "PERMISSION_DENIED"),
  };
}
