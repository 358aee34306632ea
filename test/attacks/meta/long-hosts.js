// Hosts of tens of thousands of Chinese characters: putting one into punycode takes the square of its length.
// expect: load INVALID_INPUT
export const meta = {
  slug: "long-hosts",
  permissions: {
    hosts: ["", "/", ":1"].map((end) =>
      Array.from({ length: 60_000 }, (_, at) =>
        String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
      )
        .join("")
        .concat(end),
    ),
  },
};
export async function handler() {
  await fetch("https://api.example/").catch(() => {});
  return { handled: true };
}
