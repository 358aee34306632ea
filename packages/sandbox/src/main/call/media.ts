/** Passes the media of messages to workers. */
export interface MediaShare {
  share(buffer: Buffer | null): Uint8Array | undefined;
}

/**
 * Copies a medium into shared memory once, however many plugins handle the message. A worker copies it into
 * its virtual machine only when a plugin reads it.
 */
export function createMediaShare(): MediaShare {
  const shared = new WeakMap<Buffer, Uint8Array>();
  return {
    share(buffer) {
      if (buffer === null) return undefined;
      const known = shared.get(buffer);
      if (known !== undefined) return known;
      const copy = new Uint8Array(new SharedArrayBuffer(buffer.byteLength));
      copy.set(buffer);
      shared.set(buffer, copy);
      return copy;
    },
  };
}
