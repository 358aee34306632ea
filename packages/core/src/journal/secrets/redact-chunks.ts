import { createPace } from "../../rules/in-chunks.ts";
import { STEP_CHARACTERS, type Steps } from "../../rules/steps.ts";
import { type Base64Edit, type Replacement, replaceRanges } from "./replace-ranges.ts";

/** What is searched for in chunks. */
export interface ChunkSearch {
  /** The places of secrets in a text, in order, and what takes their place. */
  readonly find: (text: string) => readonly Replacement[];
  /** Characters of the longest form of a secret. */
  readonly longest: number;
}

/** Characters beside a secret that its {@link Replacement} may change: one of Base64, as `%2B`. */
const EDITED = 3;

/**
 * Replaces secrets in bytes that come in chunks, as if they came at once, and holds no more of them than a chunk and
 * the longest form: a form may begin in one chunk and end in another. Where secrets overlap at such a place, more may
 * be hidden than at once, and never less. The event loop has turns in between.
 */
export async function* replaceInChunks(
  chunks: AsyncIterable<Uint8Array>,
  search: ChunkSearch,
): AsyncGenerator<Uint8Array, void, undefined> {
  const window = createWindow(search);
  const pace = createPace();
  // What is kept for the longest form is searched again with each step.
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
 * The same in a text that comes in pieces, or in bytes with a character for each.
 *
 * @returns `undefined` where there is nothing to replace
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
  /** What the bytes so far have become, as far as later ones cannot change it. */
  take(isEnd: boolean): string;
} {
  let text = "";
  /** Characters at its beginning that were taken: a secret may begin among them and end behind them. */
  let taken = 0;
  /** For the character behind them. */
  let edit: Base64Edit | undefined;

  return {
    add(chunk) {
      text += chunk;
    },
    take(isEnd) {
      // Secrets that begin before this place are in the text as a whole.
      const known = isEnd ? text.length : text.length - longest + 1;
      // Up to here, no secret that is not known can change a character before itself.
      const safe = isEnd ? text.length : known - EDITED;
      if (safe <= taken && !isEnd) return "";
      const places: Replacement[] = [{ start: taken, end: taken, by: "", after: edit }];
      let end = taken;
      for (const place of find(text)) {
        if (place.start >= known) break;
        if (place.end <= taken) continue;
        // Its beginning was replaced with the place before it.
        places.push(
          place.start < taken ? { ...place, start: taken, by: "", before: undefined } : place,
        );
        ({ end, after: edit } = place);
      }
      // The edit must not be separated from the characters that it is for.
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
      // What begins behind `known` may overlap the end of the last place.
      const kept = Math.min(end, known);
      text = text.slice(kept);
      taken = end - kept;
      return replaced;
    },
  };
}

/** A character for each byte. */
function latin1Of(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
}

function* inBytes(text: string): Generator<Uint8Array, void, undefined> {
  if (text !== "") yield new Uint8Array(Buffer.from(text, "latin1"));
}
