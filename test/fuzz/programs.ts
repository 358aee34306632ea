import fc from "fast-check";
import {
  EXPRESSIONS,
  HOST_CALLS,
  NAMESPACES,
  ODD_VALUES,
  OPERATORS,
  PLACES,
  STATEMENTS,
  VARIABLES,
} from "./vocabulary.ts";

/** Draws a text for each letter of a template. */
function fill(
  template: fc.Arbitrary<string>,
  letters: Readonly<Record<string, fc.Arbitrary<string>>>,
): fc.Arbitrary<string> {
  const pattern = new RegExp(`\\b[${Object.keys(letters).join("")}]\\b`, "g");
  return template.chain((text) => {
    const places = text.match(pattern) ?? [];
    const drawn = places.map((letter) => letters[letter] ?? fc.constant(letter));
    return fc.tuple(...drawn).map((parts) => {
      const left = [...parts];
      return text.replace(pattern, () => left.shift() ?? "");
    });
  });
}

const variable = fc.constantFrom(...VARIABLES);

const { expression, statement } = fc.letrec<{ expression: string; statement: string }>((tie) => {
  const inner = { E: tie("expression"), S: tie("statement"), V: variable };
  const leaf = fc.oneof(
    fc.constantFrom(...ODD_VALUES),
    variable,
    fc.string().map((text) => JSON.stringify(text)),
  );
  const called = fc
    .tuple(
      fc.constantFrom(...PLACES, ...NAMESPACES),
      fc.nat(40),
      tie("expression"),
      tie("expression"),
      tie("expression"),
    )
    .map(([place, at, self, one, two]) => `method(${place}, ${at})?.call(${self}, ${one}, ${two})`);
  const operation = fc
    .tuple(tie("expression"), fc.constantFrom(...OPERATORS), tie("expression"))
    .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`);
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthIdentifier: "program" },
      leaf,
      called,
      operation,
      fill(fc.constantFrom(...HOST_CALLS), inner).map((text) => `(await ${text})`),
      fill(fc.constantFrom(...EXPRESSIONS), inner),
    ),
    statement: fc.oneof(
      { maxDepth: 4, depthIdentifier: "program" },
      fill(fc.constantFrom("V = 1;", "V++;", "return;"), inner),
      fill(fc.constantFrom(...STATEMENTS), inner),
    ),
  };
});

/** A plugin out of random statements; a few of them run while it is loaded. */
const grown: fc.Arbitrary<string> = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 8 }), fc.option(expression, { freq: 8 }))
  .map(([statements, top]) => {
    const guarded = statements.map((text) => `  try { ${text} } catch (error) { d = error; }`);
    const loaded = top === null ? "" : `let ctx, msg; try { void (${top}); } catch {}`;
    return `const method = (place, at) => {
  const keys = Reflect.ownKeys(place);
  return Object.getOwnPropertyDescriptor(place, keys[at % keys.length])?.value;
};
${top === null ? "" : `await (async function () { ${loaded} })();`}
export async function handler(ctx) {
  const { msg } = ctx;
  let a = [1, 2, 3], b = { x: 1 }, c = "text", d;
${guarded.join("\n")}
  return { handled: true };
}`;
  });

/** One change to a text. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  added: fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "await ",
      "`",
      "=>",
      "...",
      "async ",
      "*",
      "new ",
      "0",
      ";",
    ),
    fc.constantFrom(...ODD_VALUES),
  ),
});

/** A known attack with a few changes. */
function mutated(corpus: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([source, edits]) => {
      let text = source;
      for (const { at, removed, added } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + added + text.slice(place + removed);
      }
      return text;
    });
}

/** Plugins of all kinds: out of the grammar, or changed attacks. */
export function programs(corpus: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: grown }, { weight: 1, arbitrary: mutated(corpus) });
}
