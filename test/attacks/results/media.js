// Overwrites the medium; the host's bytes and the next call's stay as they are.
// expect: handled
// runs: 2
export async function handler({ mediaBuffer }) {
  const sound = mediaBuffer.toString("utf8") === "a medium";
  mediaBuffer.fill(0);
  new Uint8Array(mediaBuffer.buffer).fill(1);
  const whole = mediaBuffer.buffer.byteLength === 8;
  return { handled: sound && whole };
}
