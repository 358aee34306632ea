import { createPace } from "../../rules/in-chunks.ts";
import { STEP_CHARACTERS, type Steps } from "../../rules/steps.ts";
import { type Base64Edit, type Replacement, replaceRanges } from "./replace-ranges.ts";

/** How to search for secrets in chunks. */
export interface ChunkSearch {
  /** Returns the ranges of a text that contain secrets, in order, with their replacements. */
  readonly find: (text: string) => readonly Replacement[];
  /** Length of the longest form of a secret, in characters. */
  readonly longest: number;
}

/** Maximum characters next to a secret that a {@link Replacement} changes: one Base64 character, written as `%2B`. */
const EDITED = 3;

/**
 * Replaces secrets in bytes that come in chunks, as if all bytes came at once. It holds at most a chunk and the
 * length of the longest form, because a form may begin in one chunk and end in another. Where secrets overlap there,
 * it may replace more bytes than a search of all bytes would, and never fewer. The event loop has turns in between.
 */
export async function* replaceInChunks(
  chunks: AsyncIterable<Uint8Array>,
  search: ChunkSearch,
): AsyncGenerator<Uint8Array, void, undefined> {
  const window = createWindow(search);
  const pace = createPace();
  // At least the longest form, because that many characters are kept and searched again in each step.
  const step = Math.max(STEP_CHARACTERS, search.longest);
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += step) {
      const part = chunk.subarray(at, at + step);
      window.add(latin1Of(part));
      yield* inBytes(window.take(false));
      await pace(part.length);
    }
  }
  yield* inBytes(window.take(true));
}

/**
 * The same for a text that comes in pieces, or for bytes with one character for each byte.
 *
 * @returns the replaced pieces; `undefined` when there was nothing to replace
 */
export function* replaceInPieces(
  pieces: Iterable<string>,
  { find, longest }: ChunkSearch,
): Steps<readonly string[] | undefined> {
  let isFound = false;
  const window = createWindow({
    find(text) {
      const found = find(text);
      isFound ||= found.length > 0;
      return found;
    },
    longest,
  });
  const replaced: string[] = [];
  for (const piece of pieces) {
    window.add(piece);
    replaced.push(window.take(false));
    yield piece.length;
  }
  replaced.push(window.take(true));
  return isFound ? replaced : undefined;
}

function createWindow({ find, longest }: ChunkSearch): {
  add(chunk: string): void;
  /** Returns the part of the result that later chunks cannot change. */
  take(isEnd: boolean): string;
} {
  let text = "";
  /** Number of characters at the start of `text` already returned, kept because a secret may begin among them. */
  let taken = 0;
  /** The pending edit of the first character that is not yet returned. */
  let edit: Base64Edit | undefined;

  return {
    add(chunk) {
      text += chunk;
    },
    take(isEnd) {
      // A secret that begins before this place lies completely within `text`.
      const known = isEnd ? text.length : text.length - longest + 1;
      // Before this place, no secret that is still unknown can edit a character before itself.
      const safe = isEnd ? text.length : known - EDITED;
      if (safe <= taken && !isEnd) return "";
      const places: Replacement[] = [{ start: taken, end: taken, by: "", after: edit }];
      let end = taken;
      for (const place of find(text)) {
        if (place.start >= known) break;
        if (place.end <= taken) continue;
        // The start of this secret was already returned, together with the place before it.
        places.push(
          place.start < taken ? { ...place, start: taken, by: "", before: undefined } : place,
        );
        ({ end, after: edit } = place);
      }
      // The edit must stay with the characters to which it applies.
      if (isEnd || safe - end >= EDITED) {
        end = Math.max(end, safe);
        edit = undefined;
      }
      const from = taken;
      const shifted = places.map((place) => ({
        ...place,
        start: place.start - from,
        end: place.end - from,
      }));
      const replaced = replaceRanges(text.slice(from, end), shifted);
      // A secret that begins at or after `known` may overlap the end of the last place.
      const kept = Math.min(end, known);
      text = text.slice(kept);
      taken = end - kept;
      return replaced;
    },
  };
}

/** Converts bytes to a text with one character for each byte. */
function latin1Of(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
}

function* inBytes(text: string): Generator<Uint8Array, void, undefined> {
  if (text !== "") yield new Uint8Array(Buffer.from(text, "latin1"));
}
