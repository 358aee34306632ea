import { describeThrown } from "./errors.ts";
import { GuestHeaders } from "./fetch/headers.ts";
import { writeLine } from "./host.ts";
import { GuestResponse } from "./fetch/response.ts";
import { GuestURLSearchParams } from "./url/search-params.ts";
import { GuestURL } from "./url/url.ts";

/** Most levels of nested objects, items per object, and items per line: they bound the work for one line. */
const DEPTH = 4;
const ITEMS = 100;
const ALL_ITEMS = 2000;

/** The author's console: each line goes to the host's log. */
export function createConsole(): object {
  return {
    log: writer("info"),
    info: writer("info"),
    debug: writer("debug"),
    warn: writer("warn"),
    error: writer("error"),
  };
}

function writer(level: string): (...values: unknown[]) => void {
  return (...values) => {
    const line: Line = { left: ALL_ITEMS };
    writeLine(level, values.map((value) => show(line, value, true)).join(" "));
  };
}

/** What a line may still show. */
interface Line {
  left: number;
}

/** A value as text: texts as they are, objects like source code, errors with their stack. */
function show(line: Line, value: unknown, top: boolean, parents: readonly object[] = []): string {
  if (typeof value === "string") return top ? value : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (parents.includes(value)) return "[circular]";
  if (parents.length >= DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
  const inner = (part: unknown): string => show(line, part, false, [...parents, value]);
  if (value instanceof Error) return showError(value);
  if (value instanceof Date || value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) {
    const rows = rowsOf(line, value, ([key, item]) => `${inner(key)} => ${inner(item)}`);
    return `Map {${list(rows, value.size)}}`;
  }
  if (value instanceof Set) return `Set {${list(rowsOf(line, value, inner), value.size)}}`;
  if (value instanceof GuestURL || value instanceof GuestURLSearchParams) return String(value);
  if (value instanceof GuestHeaders) return `Headers ${inner(Object.fromEntries(value))}`;
  if (value instanceof GuestResponse) return `Response {${value.status} ${value.url}}`;
  if (Array.isArray(value)) return `[${list(rowsOf(line, value, inner), value.length)}]`;
  const keys = Object.keys(value);
  const rows = rowsOf(line, keys, (key) => `${key}: ${inner(memberOf(value, key))}`);
  return `{${list(rows, keys.length)}}`;
}

/** Reads a property. A getter of the plugin may throw, which must not fail a `console` call. */
function memberOf(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch (thrown) {
    return thrown;
  }
}

/** The first items as text; does not read the items that are not shown. */
function rowsOf<Item>(line: Line, items: Iterable<Item>, toText: (item: Item) => string): string[] {
  const rows: string[] = [];
  for (const item of items) {
    if (rows.length === ITEMS || line.left === 0) break;
    line.left--;
    rows.push(toText(item));
  }
  return rows;
}

function list(rows: readonly string[], size: number): string {
  if (size === 0) return "";
  const more = size > rows.length ? [`… ${size - rows.length} more`] : [];
  return ` ${[...rows, ...more].join(", ")} `;
}

function showError(error: Error): string {
  const { name, message, stack = "" } = describeThrown(error);
  return `${name}: ${message}${stack === "" ? "" : `\n${stack.trimEnd()}`}`;
}
