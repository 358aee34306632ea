import { markdownToPlainText } from "@botwright/markdown";
import { GuestBuffer } from "./buffer.ts";
import { createConsole } from "./console.ts";
import { textOf } from "./errors.ts";
import { fetch } from "./fetch.ts";
import { structuredClone } from "./structured-clone.ts";
import { GuestTextDecoder, GuestTextEncoder } from "./text-coding.ts";
import { clearTimer, setInterval, setTimeout } from "./timers.ts";
import { decodeBase64, encodeBase64 } from "./transcode.ts";

/** Puts what the engine lacks on the global object, and takes off what plugins may not have. */
export function installGlobals(): void {
  const functions = {
    Buffer: GuestBuffer,
    TextEncoder: GuestTextEncoder,
    TextDecoder: GuestTextDecoder,
    markdownToPlainText,
    fetch,
    structuredClone,
    setTimeout,
    setInterval,
    clearTimeout: clearTimer,
    clearInterval: (id: unknown) => clearTimer(id),
    queueMicrotask,
    atob,
    btoa,
  };
  for (const [name, value] of Object.entries(functions)) {
    // The bundle's names are short ones.
    Object.defineProperty(value, "name", { value: name, configurable: true });
    define(name, value);
  }
  define("console", createConsole());
  for (const name of ["eval", "SharedArrayBuffer"]) Reflect.deleteProperty(globalThis, name);
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

function queueMicrotask(work: () => void): void {
  void Promise.resolve().then(work);
}

/** Base64 to a text of bytes. */
function atob(text: unknown): string {
  const base64 = textOf(text).replace(/[\t\n\f\r ]/gu, "");
  const body = base64.length % 4 === 0 ? base64.replace(/={1,2}$/u, "") : base64;
  if (body.length % 4 === 1 || /[^A-Za-z0-9+/]/u.test(body)) {
    throw new TypeError("atob: the text is not base64");
  }
  return GuestBuffer.from(decodeBase64(body).buffer).toString("latin1");
}

/** A text of bytes to base64. */
function btoa(text: unknown): string {
  const binary = textOf(text);
  // oxlint-disable-next-line no-control-regex -- all that fits into a byte
  if (/[^\u0000-\u00ff]/u.test(binary)) {
    throw new TypeError("btoa: the text has characters beyond U+00FF; encode it to bytes first");
  }
  return encodeBase64(GuestBuffer.from(binary, "latin1"));
}
