import { onAborted } from "../events/abort.ts";
import { takeBody } from "./body.ts";
import { call, cancelCall } from "../calls.ts";
import { headerPairs } from "./headers.ts";
import { GuestRequest, signalOf } from "./request.ts";
import { fetchedResponse } from "./response.ts";

/** Asks the host to fetch; resolves when the whole body is here. */
export async function fetch(input: unknown, init?: unknown): Promise<unknown> {
  const request = new GuestRequest(input, init);
  const { url, method, headers } = request;
  const signal = signalOf(request);
  signal?.throwIfAborted();
  const body = takeBody(request);
  const head = { method, headers: headerPairs(headers) };
  const args = body === null ? [url, head] : [url, head, body];
  return call("fetch", args, fetchedResponse, (id) => {
    if (signal !== undefined) onAborted(signal, () => cancelCall(id, signal.reason));
  });
}
