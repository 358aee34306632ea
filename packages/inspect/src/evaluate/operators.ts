import { constant, MAX_TEXT, type Value } from "./value.ts";

/** `left <operator> right`, for texts and numbers. */
export function operate(operator: string, left: Value, right: Value): Value | undefined {
  if (left.kind !== "constant" || right.kind !== "constant") return undefined;
  if (operator === "+") return add(left.value, right.value);
  if (typeof left.value !== "number" || typeof right.value !== "number") return undefined;
  const result = ARITHMETIC[operator]?.(left.value, right.value);
  return result === undefined ? undefined : constant(result);
}

type Constant = (Value & { kind: "constant" })["value"];

function add(left: Constant, right: Constant): Value | undefined {
  if (typeof left === "string" || typeof right === "string") {
    const text = String(left) + String(right);
    return text.length > MAX_TEXT ? undefined : constant(text);
  }
  return constant(Number(left) + Number(right));
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ^ b,
  "|": (a, b) => a | b,
  "&": (a, b) => a & b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
};

/** `<operator> value`. */
export function unary(operator: string, value: Value | undefined): Value | undefined {
  if (operator === "void") return constant(undefined);
  if (value === undefined) return undefined;
  if (value.kind !== "constant") return operator === "!" ? constant(false) : undefined;
  switch (operator) {
    case "!":
      return constant(!value.value);
    case "-":
      return constant(-Number(value.value));
    case "+":
      return constant(Number(value.value));
    case "~":
      return constant(~Number(value.value));
    case "typeof":
      return constant(value.value === null ? "object" : typeof value.value);
    default:
      return undefined;
  }
}
