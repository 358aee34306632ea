import type { LoadLimits } from "../options.ts";

/** Counts the work that a server causes in one fetch, over all its redirects and informational answers. */
export interface LoadMeter {
  /** The bytes that the server has sent during the TLS handshake. */
  handshake(bytes: number): void;
  /** A read from the connection, with its number of bytes. */
  read(bytes: number): void;
  /** An answer with a status of 1xx. */
  informational(): void;
  /** The head of an answer, with its number of fields. */
  head(fields: number): void;
  /** A chunk of the body in the HTTP message, before decompression. */
  chunk(bytes: number): void;
  /** Bytes into the decompressor. */
  packed(bytes: number): void;
  /** Bytes out of the decompressor. */
  unpacked(bytes: number): void;
}

/**
 * The most bytes that a server may send during the TLS handshake; most need 6 KiB. Node verifies each certificate in
 * one step, and 100 KiB of certificates can be made to take half a second.
 */
const MAX_HANDSHAKE_BYTES = 16 * 1024;

/**
 * Creates a {@link LoadMeter}. It compares the work with the bytes received and not with time, so that it
 * decides the same on slow and fast machines.
 *
 * @param onExceeded called once, with a text that names the exceeded limit
 */
export function createLoadMeter(limits: LoadLimits, onExceeded: (what: string) => void): LoadMeter {
  const { informational, headers, chunks, bytesPerChunk, overheadBytes } = limits;
  let answers = 0;
  const wire = { bytes: 0, count: 0 };
  const body = { bytes: 0, count: 0 };
  const coded = { packed: 0, unpacked: 0 };
  let isExceeded = false;

  const checkLimit = (isWithin: boolean, what: string): void => {
    if (isWithin || isExceeded) return;
    isExceeded = true;
    onExceeded(what);
  };
  const add = (to: { bytes: number; count: number }, bytes: number): boolean => {
    to.bytes += bytes;
    to.count++;
    return to.count <= chunks + to.bytes / bytesPerChunk;
  };

  return {
    handshake(bytes) {
      checkLimit(bytes <= MAX_HANDSHAKE_BYTES, "sends too many certificates");
    },
    read(bytes) {
      checkLimit(add(wire, bytes), "sends its answer in too small chunks");
      const isWorthIt = wire.bytes <= overheadBytes + 2 * body.bytes;
      checkLimit(isWorthIt, "sends far more than the body of its answer");
    },
    informational() {
      answers++;
      checkLimit(
        answers <= informational,
        `sends more than ${informational} informational answers`,
      );
    },
    head(fields) {
      checkLimit(fields <= headers, `sends more than ${headers} headers`);
    },
    chunk(bytes) {
      checkLimit(add(body, bytes), "sends its body in too small chunks");
    },
    packed(bytes) {
      coded.packed += bytes;
      const isWorthIt = coded.packed <= overheadBytes + 2 * coded.unpacked;
      checkLimit(isWorthIt, "sends a compressed body that unpacks to almost nothing");
    },
    unpacked(bytes) {
      coded.unpacked += bytes;
    },
  };
}
