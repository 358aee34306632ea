/** Longest text of an error that crosses to the host. */
const LONGEST = 8192;

/** An error as host calls reject with it. */
export function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What the host learns of something thrown. */
export interface Thrown {
  name: string;
  message: string;
  code?: string;
  stack?: string;
}

/** Reads anything thrown without trusting it. */
export function describeThrown(thrown: unknown): Thrown {
  try {
    if (!isObject(thrown)) return { name: kindOf(thrown), message: text(thrown) };
    const described: Thrown = {
      name: text(thrown["name"] ?? "Error"),
      message: text(thrown["message"] ?? ""),
    };
    if (thrown["code"] !== undefined) described.code = text(thrown["code"]);
    if (thrown["stack"] !== undefined) described.stack = text(thrown["stack"]);
    return described;
  } catch {
    return { name: "Error", message: "the error could not be read" };
  }
}

/** An object or function, whose properties can be read. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** A value as text. */
export function textOf(value: unknown): string {
  return String(value);
}

function text(value: unknown): string {
  return textOf(value).slice(0, LONGEST);
}
