import { decrypt, getSignature } from "@wecom/crypto";
import { startSimulator, type WecomOptions, type WecomSimulator } from "@botwright/simulators";
import { type HookServer, listenForHooks } from "./hook-server.ts";

/** An answer of the API. */
export type Answer = Readonly<Record<string, unknown>>;

/** A bot without a library: it gets a token and calls. */
export interface RawApp {
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, query?: Record<string, string>): Promise<Answer>;
  /** Sends the body as it is. @param type the content type, by default JSON's; "" for none */
  postRaw(path: string, body: string | Uint8Array<ArrayBuffer>, type?: string): Promise<Answer>;
  url(path: string, query?: Record<string, string>): string;
}

/** Asks for an access token, and for nothing else. */
export async function askForToken(
  sim: WecomSimulator,
  changes: { readonly corpid?: string; readonly corpsecret?: string } = {},
): Promise<Answer> {
  const { corp_id: corpid, secret: corpsecret } = sim.credentials;
  const query = new URLSearchParams({ corpid, corpsecret, ...changes });
  return readJson(await fetch(`${sim.baseUrl}/cgi-bin/gettoken?${query.toString()}`));
}

export async function rawApp(sim: WecomSimulator): Promise<RawApp> {
  const { access_token: token } = await askForToken(sim);
  const url = (path: string, query: Record<string, string> = {}): string => {
    const all = new URLSearchParams({ access_token: String(token), ...query });
    return `${sim.baseUrl}/cgi-bin/${path}?${all.toString()}`;
  };
  return {
    url,
    get: async (path, query) => readJson(await fetch(url(path, query))),
    post: async (path, body, query) =>
      readJson(await postText(url(path, query), JSON.stringify(body))),
    postRaw: async (path, body, type) => readJson(await postText(url(path), body, type)),
  };
}

function postText(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = "application/json",
): Promise<Response> {
  // A body of bytes gets no content type of its own.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const headers = new Headers(type === "" ? {} : { "content-type": type });
  return fetch(url, { method: "POST", headers, body: bytes });
}

async function readJson(response: Response): Promise<Answer> {
  return Object.assign({}, await response.json());
}

/** What a bot's server has been called with. */
export interface Callback {
  /** The text inside, read by WeCom's published library. */
  readonly xml: string;
  readonly receiver: string;
  readonly isSigned: boolean;
  readonly envelope: string;
  /** Path and query. */
  readonly address: string;
  /** Encrypted, in base64. */
  readonly encrypted: string;
}

/** A simulator with a bot's server, which answers with the given status; 0 is no answer. */
export async function openHook(
  statusOf: (count: number) => number,
  options: WecomOptions = {},
): Promise<AsyncDisposable & { sim: WecomSimulator; hooks: Callback[]; server: HookServer }> {
  const sim = await startSimulator("wecom", { callbackRetryMs: 5, ...options });
  const { token, encoding_aes_key: key } = sim.credentials;
  const hooks: Callback[] = [];
  const server = await listenForHooks(async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? "", "http://127.0.0.1");
    const echo = query.get("echostr");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const envelope = Buffer.concat(chunks).toString();
    const bare = /<Encrypt>(?:<!\[CDATA\[)?([^\]<]*)/.exec(envelope)?.[1];
    const encrypted = echo ?? bare ?? "";
    const [timestamp, nonce] = [query.get("timestamp") ?? "", query.get("nonce") ?? ""];
    const signature = getSignature(token, timestamp, nonce, encrypted);
    const { message, id } = decrypt(key, encrypted);
    const isSigned = signature === query.get("msg_signature");
    if (echo !== null) {
      response.end(message);
      return;
    }
    const address = request.url ?? "";
    hooks.push({ xml: message, receiver: id, isSigned, envelope, address, encrypted });
    const status = statusOf(hooks.length);
    // 0 stands for no answer at all.
    if (status > 0) response.writeHead(status).end();
  });
  sim.setCallback(server.url);
  return {
    sim,
    hooks,
    server,
    async [Symbol.asyncDispose]() {
      await sim.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
