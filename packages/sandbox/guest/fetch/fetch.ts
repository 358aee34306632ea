import { onAborted } from "../events/abort.ts";
import { takeBody } from "./body.ts";
import { call, cancelCall } from "../calls.ts";
import { GuestRequest } from "./request.ts";
import { fetchedResponse } from "./response.ts";

/** Asks the host to fetch; resolves when the whole body is here. */
export async function fetch(input: unknown, init?: unknown): Promise<unknown> {
  const request = new GuestRequest(input, init);
  const { signal, url, method, headers } = request;
  signal.throwIfAborted();
  const body = takeBody(request);
  const head = { method, headers: [...headers] };
  const args = body === null ? [url, head] : [url, head, body];
  return call("fetch", args, fetchedResponse, (id) => {
    onAborted(signal, () => cancelCall(id, signal.reason));
  });
}
