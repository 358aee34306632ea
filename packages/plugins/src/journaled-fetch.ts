import {
  assertValid,
  type FetchResult,
  operationResultValidators,
  type PluginCall,
} from "@botwright/core";
import type { WebhookFetch } from "./webhook-forward.ts";

/**
 * The `fetch` of a trusted plugin. It has to be guarded by the host: settings name the addresses. The
 * global `fetch` of Node reaches the host's own network.
 */
export type HostFetch = (
  url: string,
  init: {
    method: string;
    headers: [name: string, value: string][];
    body?: Uint8Array<ArrayBuffer>;
    signal: AbortSignal;
  },
) => Promise<Response>;

/**
 * A `fetch` whose requests are host calls of a run, as a sandbox makes them: counted, shown in traces, and
 * recorded, so that a run that is repeated after a crash does not send again what was answered. Bodies of
 * answers are not read.
 */
export function journaledFetch(fetch: HostFetch, call: PluginCall | undefined): WebhookFetch {
  return async (url, { method, headers, body, signal }) => {
    const fields = Object.entries(headers);
    const bytes = new Uint8Array(Buffer.from(body));
    const perform = async (): Promise<FetchResult> => {
      const response = await fetch(url, { method, headers: fields, body: bytes, signal });
      // A guarded fetch keeps its connection until then; how the cancelling ends is of no interest.
      response.body?.cancel().catch(() => {});
      const { status, statusText, redirected } = response;
      const answered = [...response.headers];
      return {
        status,
        statusText,
        url: response.url,
        redirected,
        headers: answered,
        body: NOTHING,
      };
    };
    const result: unknown = await (call?.hostCalls?.runWith(
      "fetch",
      [url, { method, headers: fields }, bytes],
      perform,
    ) ?? perform());
    const { status, headers: answered } = assertValid(
      "fetch",
      operationResultValidators.fetch(result),
    );
    return { ok: status >= 200 && status < 300, status, headers: new Headers(answered) };
  };
}

const NOTHING = new Uint8Array();
