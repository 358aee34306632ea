/** Names of the language that exist in the sandbox. `Intl` and shared memory do not. */
const LANGUAGE =
  "AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date " +
  "Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity " +
  "Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise " +
  "Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError " +
  "URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet " +
  "decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite " +
  "isNaN parseFloat parseInt undefined unescape";

/** Names that the host adds. `module` and `exports` exist while the file loads. */
const HOST =
  "AbortController AbortSignal Buffer Crypto CryptoKey DOMException Event EventTarget Headers " +
  "Request Response SubtleCrypto TextDecoder TextEncoder URL URLSearchParams atob btoa clearInterval clearTimeout console crypto exports fetch " +
  "markdownToPlainText module queueMicrotask setInterval setTimeout structuredClone";

/** Names that plugins must not use. `Function` exists, but cannot create code. */
const FORBIDDEN =
  "Bun Deno EventSource Function SharedArrayBuffer WebAssembly WebSocket Worker XMLHttpRequest " +
  "child_process eval fs global importScripts process require";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Free names that exist in the sandbox. */
export const KNOWN_GLOBALS: ReadonlySet<string> = words(`${LANGUAGE} ${HOST}`);

/** Free names that are refused. */
export const FORBIDDEN_GLOBALS: ReadonlySet<string> = words(FORBIDDEN);

/** Names of the global object in other environments; only `globalThis` exists in the sandbox. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = words("global globalThis self window");

/** Globals that are objects and not functions. */
export const NAMESPACES: ReadonlySet<string> = words("JSON Math Reflect console crypto globalThis");
