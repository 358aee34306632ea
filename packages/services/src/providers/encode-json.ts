import { createPace, isRecord, textPieces } from "@botwright/core";

/** UTF-16 units that are escaped and encoded in one step, in a fraction of a millisecond for any text. */
const PIECE_LENGTH = 65_536;

/**
 * Encodes the JSON of a request as UTF-8, in pieces with turns of the event loop in between, so that other messages
 * are processed meanwhile: a plugin chooses the content and size of a prompt.
 *
 * @param value texts, numbers, booleans, `null`, lists and objects of these; members that are `undefined` are left out
 */
export async function encodeJson(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const pace = createPace();
  const encoded: Buffer[] = [];
  let open = "";
  for (const piece of jsonPieces(value)) {
    open += piece;
    if (open.length < PIECE_LENGTH) continue;
    const bytes = Buffer.from(open);
    encoded.push(bytes);
    open = "";
    await pace(bytes.length);
  }
  encoded.push(Buffer.from(open));
  return Buffer.concat(encoded);
}

function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  if (typeof value === "string") {
    yield '"';
    for (const piece of textPieces(value)) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  } else if (Array.isArray(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* jsonPieces(item);
    }
    yield "]";
  } else if (isRecord(value)) {
    let before = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonPieces(member);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  } else yield JSON.stringify(value ?? null);
}
