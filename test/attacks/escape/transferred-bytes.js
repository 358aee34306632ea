// Bytes whose buffer was transferred, resized or shrunk, wherever bytes are taken.
// expect: handled
// limits: { "cpuMs": 1000 }
const gone = () => {
  const bytes = new Uint8Array(64);
  bytes.buffer.transfer();
  return bytes;
};
export async function handler({ bot, msg }) {
  const taken = [
    () => bot.sendImage(msg.from, gone()),
    () => bot.sendImage(msg.from, gone().buffer),
    () => bot.sendFile(msg.from, new DataView(gone().buffer), "a"),
    () => fetch("https://api.example/", { method: "POST", body: gone() }),
    () => new Response(gone()).text(),
    () => new TextDecoder().decode(gone().buffer),
    () => crypto.subtle.digest("SHA-256", gone()),
    () => crypto.getRandomValues(gone()),
    () => Buffer.from(gone().buffer),
    () => structuredClone(gone()),
  ];
  for (const [at, take] of taken.entries()) {
    const error = await Promise.resolve()
      .then(take)
      .then(
        () => undefined,
        (thrown) => thrown,
      );
    if (error === undefined || /allocate|memory/u.test(error.message)) throw new Error(`${at}`);
  }
  return { handled: true };
}
