/** Types, as typia writes them, that have their own words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["Uint8Array", "bytes"],
]);

/** Matches a restriction such as `& Pattern<"^[a-z]{2}$">`: its name, and its value with or without quotes. */
const RESTRICTION = / & (?<name>\w+)<(?:"(?<text>(?:[^"\\]|\\.)*)"|(?<number>[^<>"]*))>/gu;

/** The restrictions of typia, in words. */
const RESTRICTIONS: ReadonlyMap<string, (value: string) => string> = new Map([
  ["MinLength", (least) => `at least ${least} ${least === "1" ? "character" : "characters"}`],
  ["MaxLength", (most) => `at most ${most} ${most === "1" ? "character" : "characters"}`],
  ["MinItems", (least) => `at least ${least}`],
  ["MaxItems", (most) => `at most ${most}`],
  ["Minimum", (least) => `at least ${least}`],
  ["Maximum", (most) => `at most ${most}`],
  // Only patterns that people can read.
  ["Pattern", (pattern) => (/[\\&|<>]/u.test(pattern) ? "" : `the form ${pattern}`)],
]);
const INTEGERS: ReadonlySet<string> = new Set(["int32", "uint32", "int64", "uint64"]);

const LIST = /\b(?:Readonly)?Array<|^\[/u;

/**
 * Describes the expected type of a validator in plain words, for values without their own description: a plugin
 * author must not see the validator's type names.
 *
 * @example
 * typeInWords('((string & MaxLength<9>) | undefined)'); // a text of at most 9 characters
 * typeInWords("(ReadonlyArray<JsonValue> | __type | null)"); // a list, an object or null
 */
export function typeInWords(expected: string): string {
  const kinds = splitUnion(expected).map(memberInWords);
  return orList([...new Set(kinds.filter((kind) => kind !== ""))]) || "another value";
}

/** Joins words: `["a", "b", "c"]` becomes `a, b or c`. */
export function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** Describes one type of a union, with its restrictions. */
function memberInWords(member: string): string {
  const found = [...member.matchAll(RESTRICTION)].map(({ groups = {} }) => {
    const { name = "", text, number = "" } = groups;
    return { name, value: text ?? number };
  });
  const type = found.find(({ name }) => name === "Type")?.value;
  const kind =
    type !== undefined && INTEGERS.has(type)
      ? `a whole number${type.startsWith("u") ? ", 0 or more" : ""}`
      : kindInWords(member.replaceAll(RESTRICTION, ""));
  const limits = found.map(({ name, value }) => RESTRICTIONS.get(name)?.(value) ?? "");
  const said = limits.filter((limit) => limit !== "").join(" and ");
  return said === "" ? kind : `${kind} of ${said}`;
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
