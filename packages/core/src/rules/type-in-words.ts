/** Types as typia writes them that have a word of their own. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["Uint8Array", "bytes"],
]);

/** A restriction such as `& Pattern<"^[a-z]{2}$">`. */
const RESTRICTION = / & \w+<(?:"(?:[^"\\]|\\.)*"|[^<>"])*>/gu;
const LIST = /\b(?:Readonly)?Array<|^\[/u;

/**
 * Says in plain words what a validator expected, for values that have no words of their own: an author
 * must not read the validator's names of types.
 *
 * @example
 * typeInWords('((string & Pattern<"^a$">) | undefined)'); // a text
 * typeInWords("(ReadonlyArray<JsonValue> | __type | null)"); // a list, an object or null
 */
export function typeInWords(expected: string): string {
  const plain = expected.replaceAll(RESTRICTION, "");
  const kinds = splitUnion(plain).map(kindInWords);
  return orList([...new Set(kinds.filter((kind) => kind !== ""))]) || "another value";
}

/** `["a", "b", "c"]` is `a, b or c`. */
export function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function kindInWords(type: string): string {
  if (type === "undefined") return "";
  if (type.startsWith('"')) return type;
  if (LIST.test(type)) return "a list";
  return WORDS.get(type) ?? "an object";
}

/** The members of a union, which may be in brackets; literals are kept whole. */
function splitUnion(type: string): string[] {
  const members: string[] = [];
  let member = "";
  let depth = 0;
  for (const [token] of type.matchAll(/"(?:[^"\\]|\\.)*"|[<>[\]]|[()]|[^"<>[\]()]+/gu)) {
    if (token === "(" || token === ")") continue;
    if (token === "<" || token === "[") depth++;
    if (token === ">" || token === "]") depth--;
    if (depth > 0 || token.startsWith('"') || !token.includes("|")) {
      member += token;
      continue;
    }
    const [first = "", ...others] = token.split("|");
    members.push(member + first);
    member = others.pop() ?? "";
    members.push(...others);
  }
  return [...members, member].map((one) => one.trim()).filter((one) => one !== "");
}
