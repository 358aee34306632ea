import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { HostOptions } from "@botwright/host";

/** What a text is that a service has answered. */
export const SAYS = { model: "model says ", search: "search says ", webhook: "webhook says " };

type Services = Required<Pick<HostOptions, "demoProviders" | "sandbox">>;

/** Models, a search engine and webhooks that answer with the very text that they are asked. */
export async function startStrangersServices(): Promise<AsyncDisposable & Services> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("it has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    demoProviders: { aiBaseUrl: `${origin}/v1`, searchBaseUrl: origin },
    sandbox: {
      fetch: async (_url, { body }) =>
        new Response(SAYS.webhook + new TextDecoder().decode(body), {
          status: 418,
          headers: { "content-type": "text/html", "x-said": "<img src=x onerror=owned=1>" },
        }),
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body: unknown =
    pathname === "/search"
      ? findPages(searchParams.get("q") ?? "")
      : completeChat(JSON.parse(await text(request)));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** As SearXNG answers. */
function findPages(query: string): object {
  const title = SAYS.search + query;
  const urls = [`https://attacker.example/${query}`, `https://attacker.example/?a=${query}`];
  return { query, results: urls.map((url) => ({ url, title, content: query })) };
}

/** As OpenAI answers. */
function completeChat(asked: {
  readonly messages: readonly { readonly content: string }[];
}): object {
  const content = SAYS.model + (asked.messages.at(-1)?.content ?? "");
  return {
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
