// Names that look like none, like an address, or like another name once they are normalized.
// expect: handled
// limits: { "cpuMs": 1000 }
const long = "a".repeat(60);
const names = [
  "a..example.com",
  "example.com..",
  `${"a".repeat(64)}.example.com`,
  `${long}.${long}.${long}.${long}.${long}.com`,
  "*.example.com",
  "xn--.com",
  "%2elocalhost",
  "localhost%2e",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "loopback.example.com.",
  "LOOPBACK.EXAMPLE.COM",
  "1.0.0.127.in-addr.arpa",
  "127。0。0。1",
  "0x7f.1",
  "[::1%25eth0]",
  "٠.٠.٠.٠",
  "localhost.localdomain",
];
const REFUSED = new Set(["FETCH_BLOCKED", "FETCH_NETWORK", "INVALID_ARGUMENT"]);
export async function handler() {
  const ends = await Promise.allSettled(names.map((name) => fetch(`https://${name}/`)));
  const odd = names.filter((_, at) => !REFUSED.has(ends[at].reason?.code));
  if (odd.length > 0) throw new Error(odd.join(" "));
  return { handled: true };
}
