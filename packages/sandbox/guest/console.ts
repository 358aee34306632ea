import { describeThrown } from "./errors.ts";
import { GuestHeaders } from "./fetch/headers.ts";
import { writeLine } from "./host.ts";
import { GuestResponse } from "./fetch/response.ts";
import { GuestURLSearchParams } from "./url/search-params.ts";
import { GuestURL } from "./url/url.ts";

/** Levels of nested objects, and items of each, that a line shows: the work for one line is bounded. */
const DEPTH = 4;
const ITEMS = 100;

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
    writeLine(level, values.map((value) => show(value, true)).join(" "));
  };
}

/** A value as text: texts as they are, objects like source code, errors with their stack. */
function show(value: unknown, top: boolean, parents: readonly object[] = []): string {
  if (typeof value === "string") return top ? value : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (parents.includes(value)) return "[circular]";
  if (parents.length >= DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
  const inside = [...parents, value];
  if (value instanceof Error) return showError(value);
  if (value instanceof Date || value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) {
    const rows = [...value].map(
      ([key, item]) => `${show(key, false)} => ${show(item, false, inside)}`,
    );
    return `Map {${list(rows)}}`;
  }
  if (value instanceof Set) {
    return `Set {${list([...value].map((item) => show(item, false, inside)))}}`;
  }
  if (value instanceof GuestURL || value instanceof GuestURLSearchParams) return String(value);
  if (value instanceof GuestHeaders)
    return `Headers ${show(Object.fromEntries(value), false, inside)}`;
  if (value instanceof GuestResponse) return `Response {${value.status} ${value.url}}`;
  if (Array.isArray(value)) return `[${list(value.map((item) => show(item, false, inside)))}]`;
  const rows = Object.entries(value).map(([key, item]) => `${key}: ${show(item, false, inside)}`);
  return `{${list(rows)}}`;
}

function list(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  const more = rows.length > ITEMS ? [`… ${rows.length - ITEMS} more`] : [];
  return ` ${[...rows.slice(0, ITEMS), ...more].join(", ")} `;
}

function showError(error: Error): string {
  const { name, message, stack = "" } = describeThrown(error);
  return `${name}: ${message}${stack === "" ? "" : `\n${stack.trimEnd()}`}`;
}
