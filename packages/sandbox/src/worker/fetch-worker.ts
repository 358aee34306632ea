/**
 * The thread that fetches for all plugins: what servers send is parsed, decompressed and counted
 * here, beside the main thread.
 *
 * @module
 */
import { workerData } from "node:worker_threads";
import { assertParentPort } from "./parent-port.ts";
import { createGuardedFetch, GuardedFetchError } from "@botwright/guarded-fetch";
import type { FetchOrder, FromFetchThread, ToFetchThread } from "../protocol/fetch-protocol.ts";
import type { FetchWorkerData } from "../main/threads/fetch-thread.ts";

const port = assertParentPort("fetch-worker.ts");
const data: FetchWorkerData = workerData;
const guardedFetch = createGuardedFetch(data.guard);

/** A fetch that is under way. */
interface OpenFetch {
  readonly aborter: AbortController;
  /** Bytes of its bodies: the request's, and what has come of the response's. */
  bytes: number;
}

const open = new Map<number, OpenFetch>();
let heldBytes = 0;

port.on("message", (message: ToFetchThread) => {
  if (message.type === "fetch") void serve(message);
  if (message.type === "abort") open.get(message.id)?.aborter.abort();
  if (message.type === "ping") send({ type: "pong" });
});
send({ type: "ready" });

async function serve({ id, url, init }: FetchOrder): Promise<void> {
  const fetching: OpenFetch = { aborter: new AbortController(), bytes: 0 };
  open.set(id, fetching);
  try {
    hold(fetching, init.body?.byteLength ?? 0);
    const response = await guardedFetch(url, { ...init, signal: fetching.aborter.signal });
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
    send({ ...head, headers, body }, [body]);
  } catch (thrown) {
    send({ type: "error", id, ...describe(thrown) });
  } finally {
    open.delete(id);
    heldBytes -= fetching.bytes;
  }
}

/** Reads a body whose size the fetch has bounded; all bodies together have a bound of their own. */
async function readWhole(response: Response, fetching: OpenFetch): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.byteLength;
    hold(fetching, piece.byteLength);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole.buffer;
}

/** Counts bytes that lie in this thread; beyond the bound the largest fetch ends. */
function hold(fetching: OpenFetch, bytes: number): void {
  fetching.bytes += bytes;
  heldBytes += bytes;
  if (heldBytes <= data.maxHeldBytes) return;
  const [largest] = [...open.values()].toSorted((one, other) => other.bytes - one.bytes);
  const message = "too many large bodies are fetched at once: try later";
  largest?.aborter.abort(new GuardedFetchError("FETCH_OVERLOADED", message));
}

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
