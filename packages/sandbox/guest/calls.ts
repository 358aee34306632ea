import { STORAGE_INVALID_VALUE, toStorableJson } from "../../core/src/rules/storage/storable.ts";
import { SENT_TEXTS, STORED_VALUES } from "../src/generated/guest-operations.ts";
import { codedError, withoutStack } from "./errors.ts";
import { host, mayCross } from "./host.ts";

/** Converts the host's answer to the value that the plugin gets. */
type Decode = (json: string, bytes: ArrayBuffer | undefined) => unknown;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  decode: Decode;
  /** Characters and bytes of the arguments while the host has the call; negative while the call waits here. */
  openSize: number;
}

/** A host call that waits in the guest until other host calls have been answered. */
interface Waiting {
  readonly id: number;
  /** Operation, space, arguments as JSON. */
  readonly text: string;
  /** Byte arguments: position, buffer, position, buffer, … */
  readonly pairs: readonly (number | ArrayBuffer)[] | undefined;
  readonly size: number;
}

/** Most characters and bytes of the arguments of open host calls; a single host call may have more. */
const OPEN_SIZE = 4_194_304;

const pending = new Map<number, Pending>();
/** The waiting host calls, in order, from index {@link firstWaiting} on. */
const queue: Waiting[] = [];
let firstWaiting = 0;
let lastId = 0;
let running = false;
/** Number of host calls that are open at the host, and the size of their arguments. */
let open = 0;
let openSize = 0;
/** Most host calls that may be open at once, and the number that the handler may still make. */
let maxOpen = 0;
let left = 0;

/**
 * Allows host calls: they exist only while a handler runs, not while a file is loaded. The host counts all
 * calls; only a limited number may be open at once.
 */
export function beginCalls(openCalls: number, calls: number): void {
  running = true;
  maxOpen = openCalls;
  left = calls;
}

/** The number of the next host call or timer. */
export function nextId(): number {
  lastId++;
  return lastId;
}

/** Throws outside of a handler. */
export function assertRunning(what: string): void {
  if (!running) throw codedError("PLUGIN_NOT_RUNNING", `${what} works only inside of a handler`);
}

/**
 * Sends a request to the host and promises its answer. Bytes cross as buffers, everything else as JSON.
 * `begun` receives the call's number, by which it can be cancelled.
 *
 * The guest runs in slices: requests are collected until the handler waits, then the slice ends, and the host
 * performs them. Each answer starts another slice, in which `settleCall` resolves the promise.
 */
export function call(
  operation: string,
  args: readonly unknown[],
  decode: Decode = decodeJson,
  begun?: (id: number) => void,
): Promise<unknown> {
  let waiting: Pending | undefined;
  const answer = new Promise((resolve, reject) => {
    waiting = { resolve, reject, decode, openSize: -1 };
  });
  // Outside of the promise's executor, which would turn the engine's interrupt into a rejection and
  // let a call go on whose limit is broken; `catch` does not see an interrupt.
  try {
    const id = request(operation, args, waiting);
    begun?.(id);
  } catch (error) {
    waiting?.reject(error);
  }
  return answer;
}

function request(
  operation: string,
  args: readonly unknown[],
  waiting: Pending | undefined,
): number {
  assertRunning(operation);
  // Loops and no closures: this is the hottest code of the bootstrap.
  let length = args.length;
  // JSON has no `undefined`, so omitted arguments at the end are not sent.
  while (length > 0 && args[length - 1] === undefined) length--;
  const plain: unknown[] = [];
  let pairs: (number | ArrayBuffer)[] | undefined;
  let size = 0;
  for (let position = 0; position < length; position++) {
    const arg = args[position];
    const buffer = typeof arg === "object" ? asBuffer(arg) : undefined;
    if (buffer === undefined) {
      // JSON cannot hold a BigInt.
      plain.push(typeof arg === "bigint" ? bigintAsText(operation, position, arg) : arg);
      continue;
    }
    plain.push(null);
    (pairs ??= []).push(position, buffer);
    size += buffer.byteLength;
  }
  const values = STORED_VALUES.get(operation);
  const json = values === undefined ? JSON.stringify(plain) : writtenJson(plain, values);
  if (!mayCross(json.length, size)) throw codedError("SANDBOX_TRANSFER_LIMIT", "the call is over");
  const id = nextId();
  if (waiting !== undefined) pending.set(id, waiting);
  size += json.length;
  left--;
  // Beyond the limit the request is sent at once, so that the host ends the call however many host calls wait.
  if (left < 0 || (firstWaiting === queue.length && fits(size))) {
    if (waiting !== undefined) markOpen(waiting, size);
    send(id, `${operation} ${json}`, pairs);
  } else {
    queue.push({ id, text: `${operation} ${json}`, pairs, size });
  }
  return id;
}

/**
 * A BigInt as the text of a message. Elsewhere `null`, and the host says what the argument must be; what is
 * written to storage is checked here.
 */
function bigintAsText(operation: string, position: number, value: bigint): unknown {
  if (position === 1 && SENT_TEXTS.includes(operation)) return String(value);
  return STORED_VALUES.has(operation) ? value : null;
}

/** The arguments of a write to storage: what JSON would turn into `null` does not leave the machine. */
function writtenJson(args: readonly unknown[], values: number): string {
  let json = `[${JSON.stringify(args[0]) ?? "null"}`;
  for (let position = 1; position <= values || position < args.length; position++) {
    json += `,${toStorableJson(args[position], invalidValue)}`;
  }
  return `${json}]`;
}

/** A TypeError, as `JSON.stringify` throws for cycles and BigInts. */
function invalidValue(message: string): Error {
  return Object.assign(new TypeError(message), { code: STORAGE_INVALID_VALUE });
}

/** Whether a further host call with arguments of this size may be open. */
function fits(size: number): boolean {
  return open === 0 || (open < maxOpen && openSize + size <= OPEN_SIZE);
}

function markOpen(waiting: Pending, size: number): void {
  waiting.openSize = size;
  open++;
  openSize += size;
}

/** Sends a host call that has waited to the host. */
function begin({ id, text, pairs, size }: Waiting): void {
  const waiting = pending.get(id);
  // The plugin may have cancelled it in the meantime.
  if (waiting === undefined) return;
  markOpen(waiting, size);
  send(id, text, pairs);
}

/** Most calls have no bytes, and spreading an empty list is slow in the engine. */
function send(id: number, text: string, pairs: Waiting["pairs"]): void {
  if (pairs === undefined) host().request(id, text);
  else host().request(id, text, ...pairs);
}

/** Records that a host call is no longer open, and begins waiting host calls in their order. */
function close({ openSize: size }: Pending): void {
  if (size < 0) return;
  open--;
  openSize -= size;
  if (queue.length > 0) beginWaiting();
}

function beginWaiting(): void {
  while (firstWaiting < queue.length) {
    const next = queue[firstWaiting];
    if (next === undefined || !fits(next.size)) return;
    firstWaiting++;
    begin(next);
  }
  queue.length = firstWaiting = 0;
}

/**
 * Begins all waiting calls: the handler has returned, and the calls that it did not await are performed
 * nevertheless.
 */
export function flushCalls(): void {
  while (firstWaiting < queue.length) {
    const next = queue[firstWaiting++];
    if (next !== undefined) begin(next);
  }
}

/** Rejects a host call that is no longer wanted, and tells the host not to answer it. */
export function cancelCall(id: number, reason: unknown): void {
  const waiting = pending.get(id);
  if (waiting === undefined) return;
  pending.delete(id);
  if (waiting.openSize >= 0) host().request(nextId(), `timer.clear ${id}`);
  close(waiting);
  waiting.reject(reason);
}

/** Settles a host call with the host's answer. Returns false for an id that is not one. */
export function settleCall(
  id: number,
  ok: boolean,
  json: string,
  bytes: ArrayBuffer | undefined,
): boolean {
  const waiting = pending.get(id);
  if (waiting === undefined) return false;
  pending.delete(id);
  close(waiting);
  if (ok) {
    waiting.resolve(waiting.decode(json, bytes));
  } else {
    const { code, message }: { code: string; message: string } = JSON.parse(json);
    waiting.reject(withoutStack(codedError(code, message)));
  }
  return true;
}

function decodeJson(json: string): unknown {
  return json === "" ? undefined : JSON.parse(json);
}

/** The bytes of a top-level argument as a separate buffer; undefined for other arguments. */
function asBuffer(value: unknown): ArrayBuffer | undefined {
  if (value instanceof ArrayBuffer) return whole(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  const { buffer, byteOffset, byteLength } = value;
  if (!(buffer instanceof ArrayBuffer)) return undefined;
  if (byteLength === buffer.byteLength) return whole(buffer);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

/** A buffer that still has its bytes. */
function whole(buffer: ArrayBuffer): ArrayBuffer {
  if (!buffer.detached) return buffer;
  throw codedError("INVALID_ARGUMENT", "the bytes are gone: their buffer was transferred");
}
