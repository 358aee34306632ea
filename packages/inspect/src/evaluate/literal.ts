import type { AnyNode } from "acorn";

/** A literal's value, or the node because of which it is not a literal. */
export type LiteralReading =
  | { readonly isLiteral: true; readonly value: unknown }
  | { readonly isLiteral: false; readonly place: AnyNode };

const literal = (value: unknown): LiteralReading => ({ isLiteral: true, value });

/** Reads strings, numbers, booleans, `null`, and arrays and objects of these; names are not resolved. */
export function readLiteral(node: AnyNode): LiteralReading {
  const notLiteral: LiteralReading = { isLiteral: false, place: node };
  switch (node.type) {
    case "Literal":
      return node.regex === undefined && node.bigint === undefined
        ? literal(node.value)
        : notLiteral;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? literal(node.quasis[0]?.value.cooked) : notLiteral;
    case "UnaryExpression":
      return signed(node) ?? notLiteral;
    case "BinaryExpression":
      return joined(node) ?? notLiteral;
    case "Identifier":
      return node.name === "undefined" ? literal(undefined) : notLiteral;
    case "ArrayExpression":
      return list(node);
    case "ObjectExpression":
      return record(node);
    default:
      return notLiteral;
  }
}

/** `-1`, `+1`; and `!0`, as minifiers write `true`. */
function signed({ operator, argument }: AnyNode & { type: "UnaryExpression" }) {
  if (argument.type !== "Literal" || typeof argument.value !== "number") return undefined;
  switch (operator) {
    case "-":
      return literal(-argument.value);
    case "+":
      return literal(argument.value);
    case "!":
      return literal(argument.value === 0);
    default:
      return undefined;
  }
}

/** A text in pieces: `"a" + "b"`. */
function joined(node: AnyNode & { type: "BinaryExpression" }): LiteralReading | undefined {
  let text = "";
  let left: AnyNode = node;
  while (left.type === "BinaryExpression" && left.operator === "+") {
    const right = readLiteral(left.right);
    if (!right.isLiteral || typeof right.value !== "string") return undefined;
    text = right.value + text;
    left = left.left;
  }
  if (left.type === "BinaryExpression") return undefined;
  const first = readLiteral(left);
  return first.isLiteral && typeof first.value === "string"
    ? literal(first.value + text)
    : undefined;
}

function list(node: AnyNode & { type: "ArrayExpression" }): LiteralReading {
  const values: unknown[] = [];
  for (const element of node.elements) {
    if (element === null) return { isLiteral: false, place: node };
    const item = readLiteral(element);
    if (!item.isLiteral) return item;
    values.push(item.value);
  }
  return literal(values);
}

function record(node: AnyNode & { type: "ObjectExpression" }): LiteralReading {
  const value = {};
  for (const property of node.properties) {
    const key = property.type === "Property" ? literalKey(property) : undefined;
    if (property.type !== "Property" || key === undefined || property.kind !== "init") {
      return { isLiteral: false, place: property };
    }
    // A computed or repeated key could be used to mislead a reader.
    if (property.computed || Object.hasOwn(value, key)) {
      return { isLiteral: false, place: property };
    }
    // `{ __proto__: … }` sets the prototype and is not a field.
    if (key === "__proto__") return { isLiteral: false, place: property };
    const item = readLiteral(property.value);
    if (!item.isLiteral) return item;
    Object.defineProperty(value, key, {
      value: item.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return literal(value);
}

/** The name of a property that can be read without running anything. */
export function literalKey({ key, computed }: AnyNode & { type: "Property" }): string | undefined {
  if (!computed && key.type === "Identifier") return key.name;
  const reading = readLiteral(key);
  const isName =
    reading.isLiteral && (typeof reading.value === "string" || typeof reading.value === "number");
  return isName ? String(reading.value) : undefined;
}
