/** Bytes that look random and are the same each time. */
export function randomBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** What a payload is made of before it is encoded: a program, enciphered or not. */
export const PROGRAM = Array.from(
  { length: 400 },
  (_, i) => `const v${i * 7} = await call("op${(i * 37) % 101}", { at: ${i * i}, to: "u${i}" });\n`,
).join("");
export const CIPHER = randomBytes(24_000);
export const SMALL = CIPHER.subarray(0, 9000);

export const base64 = CIPHER.toString("base64");
export const quote = JSON.stringify;

export function chunks(text: string, size: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(text.slice(at, at + size));
  return found;
}

/** Writes bytes with the letters of an alphabet whose size is a power of two. */
export function encodeBits(bytes: Uint8Array, alphabet: readonly string[]): string {
  const width = Math.log2(alphabet.length);
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= width) {
      bits -= width;
      text += alphabet[(held >> bits) & (alphabet.length - 1)];
      held &= (1 << bits) - 1;
    }
  }
  return text;
}

export const alphabetFrom = (start: number, size: number): string[] =>
  Array.from({ length: size }, (_, i) => String.fromCodePoint(start + i));

export const base85 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let word = Buffer.from(bytes).readUInt32BE(at);
    let part = "";
    for (let i = 0; i < 5; i += 1) {
      part = String.fromCharCode(33 + (word % 85)) + part;
      word = Math.floor(word / 85);
    }
    text += part;
  }
  return text;
};

export const list = (bytes: Uint8Array, write: (byte: number, index: number) => string): string =>
  [...bytes].map((byte, index) => write(byte, index)).join(",");
