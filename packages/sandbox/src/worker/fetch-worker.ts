/**
 * The thread that fetches for all plugins. It parses, decompresses and counts what untrusted servers send,
 * so that large bodies do not block the main thread.
 *
 * The main thread (`fetch-thread.ts`) numbers the fetches. It sends `fetch`, `abort` and `ping`; this
 * thread answers each `fetch` with one `response` or `error`, and each `ping` with `pong`. `waiting` reports that
 * a fetch begins or ends to wait because too many others run. Bodies are transferred, not copied. The main thread
 * validates every message of this thread, and replaces this thread when it stops answering.
 */
import { workerData } from "node:worker_threads";
import { assertParentPort } from "./parent-port.ts";
import { createGuardedFetch, GuardedFetchError } from "@botwright/guarded-fetch";
import type {
  FetchRequest,
  FetchWorkerData,
  FromFetchThread,
  ToFetchThread,
} from "../protocol/fetch-protocol.ts";

const port = assertParentPort("fetch-worker.ts");
const data: FetchWorkerData = workerData;
const guardedFetch = createGuardedFetch(data.guard);

/** A fetch from its request to its response. */
interface OpenFetch {
  readonly aborter: AbortController;
  /** Bytes of the request's body and of the part of the response's body that has arrived. */
  bytes: number;
}

// Only this thread's event loop reads and writes these two, so that no lock is needed: every change is
// complete before the next message or chunk of a body is processed.
const open = new Map<number, OpenFetch>();
let heldBytes = 0;

port.on("message", (message: ToFetchThread) => {
  if (message.type === "fetch") void serve(message);
  // The main thread has already rejected the plugin's promise and ignores the answer. Aborting frees the
  // connection and the bytes.
  if (message.type === "abort") open.get(message.id)?.aborter.abort();
  if (message.type === "ping") send({ type: "pong" });
});
send({ type: "ready" });

/**
 * Performs one fetch and sends its answer. `finally` subtracts the fetch's bytes from `heldBytes`, however the fetch
 * ends.
 */
async function serve({ id, url, init }: FetchRequest): Promise<void> {
  const fetching: OpenFetch = { aborter: new AbortController(), bytes: 0 };
  open.set(id, fetching);
  try {
    hold(fetching, init.body?.byteLength ?? 0);
    const response = await guardedFetch(url, {
      ...init,
      onWaiting: (isWaiting) => send({ type: "waiting", id, isWaiting }),
      signal: fetching.aborter.signal,
    });
    const body = await readWhole(response, fetching);
    const { status, statusText, redirected } = response;
    const headers = [...response.headers];
    const head = {
      type: "response",
      id,
      status,
      statusText,
      url: response.url,
      redirected,
    } as const;
    // Transferring moves the body's memory to the main thread without a copy.
    send({ ...head, headers, body }, [body]);
  } catch (thrown) {
    send({ type: "error", id, ...describe(thrown) });
  } finally {
    open.delete(id);
    heldBytes -= fetching.bytes;
  }
}

/**
 * Reads a body to its end. `createGuardedFetch` bounds a single body; all bodies together have a bound of
 * their own, so each chunk is counted when it arrives.
 */
async function readWhole(response: Response, fetching: OpenFetch): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    hold(fetching, chunk.byteLength);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.buffer;
}

/**
 * Counts bytes that this thread holds. Beyond the bound it aborts the fetch that holds most: the others can
 * finish, and a plugin with large bodies cannot starve one with small ones.
 */
function hold(fetching: OpenFetch, bytes: number): void {
  fetching.bytes += bytes;
  heldBytes += bytes;
  if (heldBytes <= data.maxHeldBytes) return;
  const [largest] = [...open.values()].toSorted((one, other) => other.bytes - one.bytes);
  const message = "too many large bodies are fetched at once: try later";
  largest?.aborter.abort(new GuardedFetchError("FETCH_OVERLOADED", message));
}

/** Reduces an error to its texts: an `Error` object would lose its class and its `code` between threads. */
function describe(thrown: unknown): { name: string; message: string; code?: string } {
  if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
  const { name, message } = thrown;
  return thrown instanceof GuardedFetchError
    ? { name, message, code: thrown.code }
    : { name, message };
}

function send(message: FromFetchThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
