import type { AnyNode } from "acorn";
import type { Evaluator } from "./evaluate.ts";
import { constant, MAX_TEXT, memberOf, prototypeOf, type Value } from "./value.ts";

type Call = AnyNode & { type: "CallExpression" };

/** What a call gives, for the calls by which texts and functions are hidden. */
export function callOf(
  node: Call,
  { evaluate, keyOf }: Pick<Evaluator, "evaluate" | "keyOf">,
): Value | undefined {
  const args = node.arguments.map((item) => evaluate(item));
  const callee = node.callee.type === "ChainExpression" ? node.callee.expression : node.callee;
  if (callee.type === "MemberExpression") {
    const receiver = evaluate(callee.object);
    const key = keyOf(callee);
    const given = receiver && key !== undefined ? callMethod(receiver, key, args) : undefined;
    if (given !== undefined) return given;
  }
  const target = evaluate(callee);
  return target?.kind === "builtin" ? callBuiltin(target.path, args) : undefined;
}

type Args = readonly (Value | undefined)[];
type Constant = (Value & { kind: "constant" })["value"];

/** The arguments as constants, if all are. */
function constants(args: Args): Constant[] | undefined {
  const values = args.flatMap((item) => (item?.kind === "constant" ? [item.value] : []));
  return values.length === args.length ? values : undefined;
}

function callBuiltin(path: string, args: Args): Value | undefined {
  const [first, second] = args;
  switch (path) {
    case "Object.getPrototypeOf":
    case "Reflect.getPrototypeOf":
      return first && prototypeOf(first);
    case "Reflect.get":
      return first && second?.kind === "constant"
        ? memberOf(first, String(second.value))
        : undefined;
    case "Object.freeze":
    case "Object.seal":
    case "Object":
      return first;
    default: {
      const plain = constants(args);
      const work = Object.hasOwn(TEXT_FUNCTIONS, path) ? TEXT_FUNCTIONS[path] : undefined;
      return plain && work ? attempt(() => work(plain)) : undefined;
    }
  }
}

const text = (value: Constant): string => String(value);

const TEXT_FUNCTIONS: Readonly<Record<string, (args: Constant[]) => Value>> = {
  "String.fromCharCode": (codes) => constant(String.fromCharCode(...codes.map(Number))),
  "String.fromCodePoint": (codes) => constant(String.fromCodePoint(...codes.map(Number))),
  String: ([value]) => constant(text(value)),
  Number: ([value]) => constant(Number(value)),
  parseInt: ([value, radix]) => constant(Number.parseInt(text(value), Number(radix ?? 10))),
  atob: ([value]) => constant(atob(text(value))),
  btoa: ([value]) => constant(btoa(text(value))),
  decodeURIComponent: ([value]) => constant(decodeURIComponent(text(value))),
  decodeURI: ([value]) => constant(decodeURI(text(value))),
  encodeURIComponent: ([value]) => constant(encodeURIComponent(text(value))),
  unescape: ([value]) => constant(unescapeText(text(value))),
  "Buffer.from": ([value, encoding]) => ({
    kind: "bytes",
    value: Buffer.from(text(value), encodingOf(encoding)),
  }),
};

function unescapeText(value: string): string {
  return value.replaceAll(/%u([\da-f]{4})|%([\da-f]{2})/giu, (_all, long, short) =>
    String.fromCharCode(Number.parseInt(String(long ?? short), 16)),
  );
}

function encodingOf(value: Constant): BufferEncoding {
  return typeof value === "string" && Buffer.isEncoding(value) ? value : "utf8";
}

function callMethod(receiver: Value, key: string, args: Args): Value | undefined {
  const isFunction = receiver.kind === "builtin" || receiver.kind === "function";
  if (isFunction) return key === "bind" ? receiver : undefined;
  const plain = constants(args);
  if (plain === undefined) return undefined;
  return attempt(() => {
    if (receiver.kind === "list") return callListMethod(receiver.items, key, plain);
    if (receiver.kind === "bytes") {
      return key === "toString"
        ? constant(receiver.value.toString(encodingOf(plain[0])))
        : undefined;
    }
    return receiver.kind === "constant" && typeof receiver.value === "string"
      ? callTextMethod(receiver.value, key, plain)
      : undefined;
  });
}

function callListMethod(items: Args, key: string, [first]: Constant[]): Value | undefined {
  switch (key) {
    case "join": {
      const parts = constants(items);
      return parts && constant(parts.map((part) => part ?? "").join(text(first ?? ",")));
    }
    case "reverse":
    case "toReversed":
      return { kind: "list", items: items.toReversed() };
    default:
      return undefined;
  }
}

function callTextMethod(value: string, key: string, args: Constant[]): Value | undefined {
  const [first, second] = args;
  const from = Number(first ?? 0);
  const to = second === undefined ? undefined : Number(second);
  switch (key) {
    case "split":
      if (typeof first !== "string") return undefined;
      return { kind: "list", items: value.split(first).map((part) => constant(part)) };
    case "slice":
      return constant(value.slice(from, to));
    case "substring":
      return constant(value.substring(from, to));
    case "substr":
      return constant(value.slice(from, to === undefined ? undefined : from + to));
    case "charAt":
      return constant(value.charAt(from));
    case "at":
      return constant(value.at(from));
    case "charCodeAt":
      return constant(value.charCodeAt(from));
    case "concat":
      return constant(value + args.map(text).join(""));
    case "replace":
    case "replaceAll":
      if (typeof first !== "string" || typeof second !== "string") return undefined;
      return constant(value[key](first, () => second));
    case "toLowerCase":
    case "toUpperCase":
    case "trim":
    case "toString":
      return constant(value[key]());
    case "repeat":
      return value.length * from > MAX_TEXT ? undefined : constant(value.repeat(from));
    default:
      return undefined;
  }
}

/** A call that would throw gives nothing. */
function attempt(work: () => Value | undefined): Value | undefined {
  try {
    const value = work();
    const isTooLong =
      value?.kind === "constant" &&
      typeof value.value === "string" &&
      value.value.length > MAX_TEXT;
    return isTooLong ? undefined : value;
  } catch {
    return undefined;
  }
}
