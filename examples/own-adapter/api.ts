import {
  codeForStatus,
  createHttpClient,
  type HttpAnswer,
  type HttpCall,
  platformError,
} from "@botwright/adapter-kit";
import { NetworkError, type PlatformError } from "@botwright/core";
import { isEvent, isObject, type PigeonEvent, type PigeonMessage } from "./wire.ts";

/** Calls of Pigeon's API. All reject with a `PlatformError` or `NetworkError` without secrets. */
export interface PigeonApi {
  /** The bot's own id, which tells that the token is good. */
  me(): Promise<string>;
  /** Waits for events after this id, and acknowledges those up to it. */
  events(after: string, waitSeconds: number, signal: AbortSignal): Promise<PigeonEvent[]>;
  /** Resolves to the sent message's id. */
  send(message: PigeonMessage): Promise<string>;
  typing(to: string, isShown: boolean): Promise<void>;
  /** Resolves to the file's id. */
  upload(bytes: Uint8Array, name: string): Promise<string>;
  download(id: string): Promise<Uint8Array>;
}

const SERVICE = "Pigeon";
const MAX_BYTES = 20 * 1024 * 1024;
/** An answer may come this much later than the server was asked to wait. */
const ANSWER_MS = 10_000;

/** Makes the {@link PigeonApi} of one bot. */
export function createApi(token: string, apiBase: string): PigeonApi {
  const http = createHttpClient({ service: SERVICE, secrets: [token] });
  const headers = { authorization: `Bearer ${token}` };
  const { redact } = http;

  function refusal(name: string, { status, body }: HttpAnswer<unknown>): PlatformError {
    const said = isObject(body) && typeof body["error"] === "string" ? body["error"] : "";
    const description = said || `HTTP ${status}`;
    return platformError({
      service: SERVICE,
      call: name,
      code: codeForStatus(status),
      description,
      redact,
    });
  }

  async function call(path: string, more: Omit<HttpCall, "url" | "name">): Promise<object> {
    const [name = path] = path.split("?");
    const answer = await http.json({ url: apiBase + path, name, headers, ...more });
    if (answer.status >= 400) throw refusal(name, answer);
    if (isObject(answer.body)) return answer.body;
    const message = `${SERVICE} ${name}: what answered is not ${SERVICE}`;
    throw new NetworkError(message, { code: "NETWORK_BAD_ANSWER" });
  }

  return {
    me: async () => idOf(await call("/v1/me", { method: "GET" })),
    async events(after, waitSeconds, signal) {
      const answer = await call(`/v1/events?after=${after}&wait=${waitSeconds}`, {
        method: "GET",
        timeoutMs: waitSeconds * 1000 + ANSWER_MS,
        signal,
      });
      return "events" in answer && Array.isArray(answer.events)
        ? answer.events.filter(isEvent)
        : [];
    },
    // Twice would be seen twice: a lost answer is told as such.
    send: async (message) => idOf(await call("/v1/messages", { json: message, once: true })),
    async typing(to, isShown) {
      await call("/v1/typing", { json: { to, shown: isShown } });
    },
    upload: async (bytes, name) =>
      idOf(
        await call(`/v1/files?name=${encodeURIComponent(name)}`, { body: new Uint8Array(bytes) }),
      ),
    async download(id) {
      const url = `${apiBase}/v1/files/${encodeURIComponent(id)}`;
      const answer = await http.bytes(
        { url, name: "/v1/files", method: "GET", headers },
        MAX_BYTES,
      );
      if (answer.status >= 400) throw refusal("/v1/files", { ...answer, body: undefined });
      return answer.body;
    },
  };
}

function idOf(answer: object): string {
  return "id" in answer ? String(answer.id) : "";
}
