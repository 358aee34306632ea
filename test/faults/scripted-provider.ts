import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What the provider does with a request; what it leaves undone, the caller waits for. */
export type Behaviour = (
  request: ProviderRequest,
  response: ServerResponse,
) => void | Promise<void>;

/** A request of the host. */
interface ProviderRequest {
  readonly kind: "chat" | "search";
  /** The text of the person's message, or the query. */
  readonly text: string;
  readonly idempotencyKey: string;
}

/** A provider of models and a search engine, which the test scripts. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly url: string;
  /** What it does from now on. @default sells */
  behave(behaviour: Behaviour): void;
  /** Tokens of the prompt and of the answer that it has sold, by idempotency key: a key is sold once. */
  readonly sold: ReadonlyMap<string, Usage>;
  /** Requests so far. */
  requests(): number;
}

/** Tokens of a call. */
interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Starts the provider on the loopback interface. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const sold = new Map<string, Usage>();
  let requests = 0;
  let behaviour: Behaviour = sell;

  /** Answers rightly, after some milliseconds; a request that is repeated by its key is sold once. */
  async function sell(
    { kind, text: asked, idempotencyKey }: ProviderRequest,
    response: ServerResponse,
  ) {
    if (kind === "search") {
      return answerJson(response, 200, {
        results: [{ title: `about ${asked}`, url: "https://example.com/", content: "" }],
      });
    }
    const usage = { prompt_tokens: 3 + asked.length, completion_tokens: 1 + (asked.length % 5) };
    await sleep(asked.length % 20);
    // What a caller that has gone away does not read is sold all the same.
    sold.set(idempotencyKey, usage);
    return answerJson(response, 200, chatAnswer(`re ${asked}`, usage));
  }

  const server = createServer((request, response) => {
    requests += 1;
    void read(request).then((asked) => behaviour(asked, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => (behaviour = next),
    sold,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The answer of `/chat/completions`; `usage` as a liar would write it too. */
export function chatAnswer(content: string, usage: unknown): object {
  return { choices: [{ message: { role: "assistant", content } }], usage };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<ProviderRequest> {
  const { searchParams, pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = await text(request);
  const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
  if (pathname === "/search") {
    return { kind: "search", text: searchParams.get("q") ?? "", idempotencyKey };
  }
  const { messages = [] } = JSON.parse(body);
  return { kind: "chat", text: String(messages.at(-1)?.content), idempotencyKey };
}
