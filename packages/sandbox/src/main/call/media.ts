import { inChunks } from "@botwright/core";
import { countReleasedBytes } from "../../protocol/released-memory.ts";

/**
 * Bytes of copies that no call uses, kept for the next medium: shared memory is only freed when the garbage
 * collectors of all threads that know it have run.
 */
const IDLE_BYTES = 67_108_864;

/** A medium in shared memory, as one call uses it. */
interface SharedMedium {
  readonly bytes: Uint8Array;
  /**
   * Ends the use. Unless the call has finished in its worker (`hasFinished`), that worker may still read the
   * bytes for it: then the memory is left to the garbage collector and never holds another medium.
   */
  release(hasFinished: boolean): void;
}

/** Passes the media of messages to workers. */
export interface MediaShare {
  /** Resolves when the bytes are copied; a large medium is copied in chunks, one per turn of the event loop. */
  share(buffer: Buffer): Promise<SharedMedium>;
}

/** A copy of one medium. */
interface Copy {
  readonly bytes: Uint8Array;
  /** Resolves when the whole medium is copied. */
  readonly filled: Promise<void>;
  users: number;
  /** Whether a worker may still read the copy although no call uses it. */
  mayBeRead: boolean;
  /** Whether its memory holds another medium now. */
  isReused: boolean;
}

/**
 * Copies a medium into shared memory once, however many plugins handle the message. A worker copies it into
 * its virtual machine only when a plugin reads it.
 */
export function createMediaShare(): MediaShare {
  const copies = new WeakMap<Buffer, Copy>();
  /** Copies without users, the oldest first. */
  const idle = new Set<Copy>();
  let idleBytes = 0;

  function leaveIdle(copy: Copy): void {
    if (idle.delete(copy)) idleBytes -= copy.bytes.buffer.byteLength;
  }

  function becomeIdle(copy: Copy): void {
    idle.add(copy);
    idleBytes += copy.bytes.buffer.byteLength;
    for (const oldest of idle) {
      if (idleBytes <= IDLE_BYTES) break;
      leaveIdle(oldest);
      countReleasedBytes(oldest.bytes.buffer.byteLength);
    }
  }

  /** Returns the memory of a large enough idle copy, or else new memory. */
  function allocate(size: number): ArrayBufferLike {
    for (const copy of idle) {
      if (copy.bytes.buffer.byteLength < size) continue;
      leaveIdle(copy);
      copy.isReused = true;
      return copy.bytes.buffer;
    }
    return new SharedArrayBuffer(size);
  }

  function copyOf(buffer: Buffer): Copy {
    const known = copies.get(buffer);
    if (known !== undefined && !known.isReused) return known;
    const bytes = new Uint8Array(allocate(buffer.byteLength), 0, buffer.byteLength);
    const filled = fill(bytes, buffer);
    const copy: Copy = { bytes, filled, users: 0, mayBeRead: false, isReused: false };
    copies.set(buffer, copy);
    return copy;
  }

  return {
    async share(buffer) {
      const copy = copyOf(buffer);
      // Count the user before the copy is filled, so that its memory cannot be reused for another medium meanwhile.
      leaveIdle(copy);
      copy.users++;
      await copy.filled;
      return {
        bytes: copy.bytes,
        release(hasFinished) {
          copy.users--;
          copy.mayBeRead ||= !hasFinished;
          if (copy.users > 0) return;
          if (copy.mayBeRead) countReleasedBytes(copy.bytes.buffer.byteLength);
          else becomeIdle(copy);
        },
      };
    },
  };
}

/** Copies in chunks: the system supplies each page of new memory on its first write, which may take 5 ms per MiB. */
async function fill(bytes: Uint8Array, buffer: Buffer): Promise<void> {
  let at = 0;
  for await (const chunk of inChunks(buffer)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
}
