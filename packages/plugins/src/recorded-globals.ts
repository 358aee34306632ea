import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  assertValid,
  type FetchResult,
  operationResultValidators,
  type PluginCall,
} from "@botwright/core";
import { type WebhookGlobals, webhookGlobals } from "./webhook-forward.ts";

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
 * Time, timers and network of a trusted run as host calls, which is what they are in a sandbox: counted,
 * shown in traces, and recorded, so that a run that is repeated after a crash asks for the same again and
 * does not send again what was answered. Bodies of answers are not read.
 */
export async function openRecordedGlobals(
  fetch: HostFetch,
  call: PluginCall | undefined,
): Promise<WebhookGlobals> {
  const hostCalls = call?.hostCalls;
  if (hostCalls === undefined) {
    return {
      ...webhookGlobals,
      fetch: async (url, init) => toAnswer(await perform(fetch, url, toRequest(init))),
    };
  }
  let time = 0;
  // A run that is repeated gets the recorded times.
  const onSettled = (at: number): void => {
    time = at;
  };
  const started = await hostCalls.runWith("call.start", [], async () => {
    const key = randomBytes(32);
    return { now: Date.now(), seed: key.readUInt32LE(), key: key.toString("hex") };
  });
  time = assertValid("call.start", operationResultValidators["call.start"](started)).now;
  return {
    now: () => time,
    async wait(ms) {
      await hostCalls.runWith("timer", [ms], () => sleep(ms), { onSettled });
    },
    async fetch(url, init) {
      const request = toRequest(init);
      const { method, headers, body } = request;
      const result = await hostCalls.runWith(
        "fetch",
        [url, { method, headers }, body],
        () => perform(fetch, url, request),
        { onSettled },
      );
      return toAnswer(assertValid("fetch", operationResultValidators.fetch(result)));
    },
  };
}

type Request = Required<Parameters<HostFetch>[1]>;

function toRequest({
  method,
  headers,
  body,
  signal,
}: Parameters<WebhookGlobals["fetch"]>[1]): Request {
  const bytes = new Uint8Array(Buffer.from(body));
  return { method, headers: Object.entries(headers), body: bytes, signal };
}

async function perform(fetch: HostFetch, url: string, request: Request): Promise<FetchResult> {
  const response = await fetch(url, request);
  // A guarded fetch keeps its connection until then; how the cancelling ends is of no interest.
  response.body?.cancel().catch(() => {});
  const { status, statusText, redirected } = response;
  const headers = [...response.headers];
  return { status, statusText, url: response.url, redirected, headers, body: new Uint8Array() };
}

function toAnswer({ status, headers }: FetchResult): Pick<Response, "ok" | "status" | "headers"> {
  return { ok: status >= 200 && status < 300, status, headers: new Headers(headers) };
}
