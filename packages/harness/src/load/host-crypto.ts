/**
 * `crypto` with random bytes of this generator, so that the same seed gives the same run; everything else is
 * Node's. Its randomness can be predicted: it is for tests.
 *
 * @param random 0 to 1
 */
export function createSeededCrypto(random: () => number): typeof globalThis.crypto {
  const { crypto } = globalThis;

  function getRandomValues<Values extends Parameters<typeof crypto.getRandomValues>[0]>(
    values: Values,
  ): Values {
    // Node refuses what it must; the bytes are replaced.
    crypto.getRandomValues(values);
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (const at of bytes.keys()) bytes[at] = Math.floor(random() * 256);
    return values;
  }

  function randomUUID(): string {
    const bytes = getRandomValues(new Uint8Array(16));
    // Version 4 and the variant of RFC 9562.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return Buffer.from(bytes)
      .toString("hex")
      .replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
  }

  const seeded: Readonly<Record<PropertyKey, unknown>> = { getRandomValues, randomUUID };
  return new Proxy(crypto, {
    // Its getters work on Node's own object only.
    get: (target, key) => seeded[key] ?? Reflect.get(target, key, target),
  });
}
