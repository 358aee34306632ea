/** Where each operation that sends text has it. Also part of the guest. */
const TEXTS: ReadonlyMap<string, number> = new Map([
  ["bot.reply", 1],
  ["bot.sendText", 1],
]);

/**
 * What a plugin gives as the text of a message: numbers, BigInts and truth values become text, as in a
 * template. Everything else is returned unchanged, and refused where it is no text: an object's text says
 * nothing, and `NaN` or `undefined` is a mistake.
 */
export function toSentText(operation: string, position: number, value: unknown): unknown {
  if (TEXTS.get(operation) !== position) return value;
  const isText =
    (typeof value === "number" && Number.isFinite(value)) ||
    typeof value === "bigint" ||
    typeof value === "boolean";
  return isText ? String(value) : value;
}

/** The same for all arguments of an operation. */
export function withSentText(operation: string, args: readonly unknown[]): readonly unknown[] {
  const position = TEXTS.get(operation);
  if (position === undefined || typeof args[position] === "string") return args;
  if (!Array.isArray(args) || args.length <= position) return args;
  const copy = args.slice();
  copy[position] = toSentText(operation, position, copy[position]);
  return copy;
}
