import type { AnyNode } from "acorn";
import { encodingOf, toBytes, toText } from "../bytes.ts";
import type { Evaluator } from "../evaluator.ts";
import { type BuiltinCall, builtinCall, callOnObject, type MemberOf } from "./object-calls.ts";
import { constant, MAX_TEXT, sizeOf, type Value } from "../value.ts";
import { type Sentence, sentence } from "../../words/sentence.ts";

type Call = AnyNode & { type: "CallExpression" };

/** Evaluates the calls that are used to hide texts and functions. */
export function callOf(
  node: Call,
  { evaluate, keyOf, memberOf, spend, giveUp }: CallParts,
): Value | undefined {
  const args = node.arguments.map((item) => evaluate(item));
  if (
    !spend(
      node,
      args.reduce((sum, item) => sum + sizeOf(item), 0),
    )
  )
    return undefined;
  const tell = (length: number): undefined => {
    giveUp(node, sentence("evaluation-limit/text", { length }));
  };
  const callee = node.callee.type === "ChainExpression" ? node.callee.expression : node.callee;
  if (callee.type === "MemberExpression") {
    const receiver = evaluate(callee.object);
    const key = keyOf(callee);
    if (!spend(node, sizeOf(receiver))) return undefined;
    const given = receiver && key !== undefined ? callMethod(receiver, key, args, tell) : undefined;
    if (given !== undefined) return given;
  }
  const target = evaluate(callee);
  if (target?.kind !== "builtin") return undefined;
  const called = builtinCall(target.path, args);
  return callOnObject(called, memberOf) ?? callBuiltin(called, tell);
}

interface CallParts extends Pick<Evaluator, "evaluate" | "keyOf"> {
  /** The value of `object[key]`, also for object literals. */
  memberOf: MemberOf;
  /** Counts work before it is done. */
  spend: (place: AnyNode, amount: number) => boolean;
  giveUp: (place: AnyNode, what: Sentence) => void;
}

/** Reports that a text of this length is not computed. */
type ReportTooLong = (length: number) => undefined;

type Args = BuiltinCall["args"];
type Constant = (Value & { kind: "constant" })["value"];

/** The arguments as constants, if all are. */
function constants(args: Args): Constant[] | undefined {
  const values = args.flatMap((item) => (item?.kind === "constant" ? [item.value] : []));
  return values.length === args.length ? values : undefined;
}

function callBuiltin({ path, args }: BuiltinCall, tell: ReportTooLong): Value | undefined {
  const [first] = args;
  switch (path) {
    case "Object.freeze":
    case "Object.seal":
    case "Object":
      return first;
    default: {
      const plain = constants(args);
      const work = Object.hasOwn(TEXT_FUNCTIONS, path) ? TEXT_FUNCTIONS[path] : undefined;
      return plain && work ? attempt(() => work(plain), tell) : undefined;
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
    value: toBytes(text(value), encodingOf(encoding)),
  }),
};

function unescapeText(value: string): string {
  return value.replaceAll(/%u([\da-f]{4})|%([\da-f]{2})/giu, (_all, long, short) =>
    String.fromCharCode(Number.parseInt(String(long ?? short), 16)),
  );
}

function callMethod(
  receiver: Value,
  key: string,
  args: Args,
  tell: ReportTooLong,
): Value | undefined {
  const isFunction = receiver.kind === "builtin" || receiver.kind === "function";
  if (isFunction) return key === "bind" ? receiver : undefined;
  const plain = constants(args);
  if (plain === undefined) return undefined;
  return attempt(() => {
    if (receiver.kind === "list") return callListMethod(receiver.items, key, plain, tell);
    if (receiver.kind === "bytes") {
      return key === "toString"
        ? constant(toText(receiver.value, encodingOf(plain[0])))
        : undefined;
    }
    return receiver.kind === "constant" && typeof receiver.value === "string"
      ? callTextMethod(receiver.value, key, plain, tell)
      : undefined;
  }, tell);
}

function callListMethod(
  items: Args,
  key: string,
  [first]: Constant[],
  tell: ReportTooLong,
): Value | undefined {
  switch (key) {
    case "join": {
      const parts = constants(items)?.map((part) => text(part ?? ""));
      if (parts === undefined) return undefined;
      const between = text(first ?? ",");
      const length = lengthOf(parts) + between.length * Math.max(parts.length - 1, 0);
      return length > MAX_TEXT ? tell(length) : constant(parts.join(between));
    }
    case "reverse":
    case "toReversed":
      return { kind: "list", items: items.toReversed() };
    default:
      return undefined;
  }
}

const lengthOf = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

function callTextMethod(
  value: string,
  key: string,
  args: Constant[],
  tell: ReportTooLong,
): Value | undefined {
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
    case "concat": {
      const parts = [value, ...args.map(text)];
      const length = lengthOf(parts);
      return length > MAX_TEXT ? tell(length) : constant(parts.join(""));
    }
    case "replace":
    case "replaceAll":
      if (typeof first !== "string" || typeof second !== "string") return undefined;
      if (key === "replaceAll") {
        // An empty text is found before each character and at the end.
        const count = first === "" ? value.length + 1 : value.split(first).length - 1;
        const length = value.length + count * (second.length - first.length);
        if (length > MAX_TEXT) return tell(length);
      }
      return constant(value[key](first, () => second));
    case "toLowerCase":
    case "toUpperCase":
    case "trim":
    case "toString":
      return constant(value[key]());
    case "repeat":
      return value.length * from > MAX_TEXT
        ? tell(value.length * from)
        : constant(value.repeat(from));
    case "padEnd":
    case "padStart":
      if (from > MAX_TEXT) return tell(from);
      return constant(value[key](from, second === undefined ? " " : text(second)));
    default:
      return undefined;
  }
}

/** Runs the computation; a call that would throw has no value. */
function attempt(work: () => Value | undefined, tell: ReportTooLong): Value | undefined {
  try {
    const value = work();
    const length = sizeOf(value);
    return length > MAX_TEXT ? tell(length) : value;
  } catch {
    return undefined;
  }
}
