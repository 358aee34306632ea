// References that no message had: what the platform itself would take, paths, addresses, long texts.
// expect: handled
// limits: { "cpuMs": 1000 }
const made = [
  "own",
  "other",
  "",
  ".",
  "../own",
  "/own",
  "https://127.0.0.1/",
  "file:///etc/passwd",
];
made.push("own.own", "a".repeat(100_000), ".".repeat(100_000), "\ud800", "own\u0000", "__proto__");
export async function handler({ bot }) {
  for (const reference of made) {
    const error = await bot.downloadRaw(reference).catch((thrown) => thrown);
    if (error.code !== "INVALID_MEDIA_REFERENCE") throw new Error(reference.slice(0, 40));
  }
  return { handled: true };
}
