import { markdownToPlainText } from "@botwright/markdown";
import { GuestAbortController, GuestAbortSignal } from "./events/abort.ts";
import { GuestBuffer } from "./bytes/buffer.ts";
import { invalidType, nameClass } from "./classes.ts";
import { createConsole } from "./console.ts";
import { createCrypto, cryptoClasses } from "./crypto/crypto.ts";
import { GuestDOMException } from "./events/dom-exception.ts";
import { textOf } from "./errors.ts";
import { GuestEvent, GuestEventTarget } from "./events/events.ts";
import { fetch } from "./fetch/fetch.ts";
import { GuestHeaders } from "./fetch/headers.ts";
import { fail } from "./plugin.ts";
import { GuestRequest } from "./fetch/request.ts";
import { GuestResponse } from "./fetch/response.ts";
import { GuestURLSearchParams } from "./url/search-params.ts";
import { structuredClone } from "./structured-clone.ts";
import { GuestTextDecoder, GuestTextEncoder } from "./bytes/text-coding.ts";
import { clearTimer, setInterval, setTimeout } from "./timers.ts";
import { GuestURL } from "./url/url.ts";

const CLASSES = {
  AbortController: GuestAbortController,
  AbortSignal: GuestAbortSignal,
  DOMException: GuestDOMException,
  Event: GuestEvent,
  EventTarget: GuestEventTarget,
  Headers: GuestHeaders,
  Request: GuestRequest,
  Response: GuestResponse,
  TextDecoder: GuestTextDecoder,
  TextEncoder: GuestTextEncoder,
  URL: GuestURL,
  URLSearchParams: GuestURLSearchParams,
  ...cryptoClasses,
};

/** Classes of which authors replace methods on an instance. */
export const SHADOWED_CLASSES = [GuestEventTarget, GuestHeaders, GuestRequest, GuestResponse];

const FUNCTIONS = {
  // A class, but one whose instances call themselves Uint8Array.
  Buffer: GuestBuffer,
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

/** Defines the globals that the engine lacks, and removes those that plugins must not have. */
export function installGlobals(): void {
  for (const [name, type] of Object.entries(CLASSES)) {
    nameClass(name, type);
    define(name, type);
  }
  for (const [name, value] of Object.entries(FUNCTIONS)) {
    // The bundle's names are short ones.
    Object.defineProperty(value, "name", { value: name, configurable: true });
    define(name, value);
  }
  define("console", createConsole());
  define("crypto", createCrypto());
  for (const name of ["eval", "SharedArrayBuffer"]) Reflect.deleteProperty(globalThis, name);
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/**
 * Runs the callback after the current job; an error that it throws ends the call, because no other code
 * could catch it. What it returns concerns nobody, even if it is a promise that rejects.
 */
function queueMicrotask(work: unknown): void {
  if (!isFunction(work)) throw invalidType("callback", "of type function");
  Promise.resolve()
    .then(() => void work())
    .catch(fail);
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === "function";
}

/** Base64 to a text of bytes. */
function atob(text: unknown): string {
  const base64 = textOf(text).replace(/[\t\n\f\r ]/gu, "");
  const body = base64.length % 4 === 0 ? base64.replace(/={1,2}$/u, "") : base64;
  if (body.length % 4 === 1 || /[^A-Za-z0-9+/]/u.test(body)) {
    throw new GuestDOMException("atob: the text is not base64", "InvalidCharacterError");
  }
  return GuestBuffer.from(body, "base64").toString("latin1");
}

/** A text of bytes to base64. */
function btoa(text: unknown): string {
  const binary = textOf(text);
  // oxlint-disable-next-line no-control-regex -- all that fits into a byte
  if (/[^\u0000-\u00ff]/u.test(binary)) {
    const message = "btoa: the text has characters beyond U+00FF; encode it to bytes first";
    throw new GuestDOMException(message, "InvalidCharacterError");
  }
  return GuestBuffer.from(binary, "latin1").toString("base64");
}
