// Has the host write host names of thousands of Chinese characters in ASCII, which takes time by their square.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const name = Array.from({ length: 5000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
  ).join("");
  const url = new URL("https://a.example/");
  for (;;) {
    URL.canParse("https://" + name);
    URL.canParse("//" + name, "https://a.example");
    URL.canParse("x", "\n https:\\" + name);
    url.hostname = name;
    url.host = name;
  }
}
