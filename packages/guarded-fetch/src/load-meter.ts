import type { LoadLimits } from "./options.ts";

/** Counts the work that a server makes of one fetch: all its redirects and informational answers. */
export interface LoadMeter {
  /** One read of the connection, in which so many bytes came. */
  read(bytes: number): void;
  /** An answer with a status of 1xx. */
  informational(): void;
  /** The head of an answer with so many fields. */
  head(fields: number): void;
  /** One piece of the body, as HTTP frames it, before decompression. */
  chunk(bytes: number): void;
  /** Bytes that the decompressor is given. */
  packed(bytes: number): void;
  /** Bytes that the decompressor gives. */
  unpacked(bytes: number): void;
}

/**
 * Makes a {@link LoadMeter}. It compares work with what came of it, never with time, so that it
 * decides the same on a slow machine as on a fast one.
 *
 * @param onExceeded told once what there was too much of
 */
export function createLoadMeter(limits: LoadLimits, onExceeded: (what: string) => void): LoadMeter {
  const { informational, headers, chunks, bytesPerChunk, overheadBytes } = limits;
  let answers = 0;
  const wire = { bytes: 0, pieces: 0 };
  const body = { bytes: 0, pieces: 0 };
  const coded = { packed: 0, unpacked: 0 };
  let isExceeded = false;

  const require = (isWithin: boolean, what: string): void => {
    if (isWithin || isExceeded) return;
    isExceeded = true;
    onExceeded(what);
  };
  const add = (to: { bytes: number; pieces: number }, bytes: number): boolean => {
    to.bytes += bytes;
    to.pieces++;
    return to.pieces <= chunks + to.bytes / bytesPerChunk;
  };

  return {
    read(bytes) {
      require(add(wire, bytes), "sends its answer in too small pieces");
      const isWorthIt = wire.bytes <= overheadBytes + 2 * body.bytes;
      require(isWorthIt, "sends far more than the body of its answer");
    },
    informational() {
      answers++;
      require(answers <= informational, `sends more than ${informational} informational answers`);
    },
    head(fields) {
      require(fields <= headers, `sends more than ${headers} headers`);
    },
    chunk(bytes) {
      require(add(body, bytes), "sends its body in too small pieces");
    },
    packed(bytes) {
      coded.packed += bytes;
      const isWorthIt = coded.packed <= overheadBytes + 2 * coded.unpacked;
      require(isWorthIt, "sends a compressed body that unpacks to almost nothing");
    },
    unpacked(bytes) {
      coded.unpacked += bytes;
    },
  };
}
