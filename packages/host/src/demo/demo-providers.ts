import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { assertValid, describeError, readBytes } from "@botwright/core";
import { validateDemoChat, validateDemoImage } from "../generated/demo.ts";
import { answerChat } from "./demo-chat.ts";
import { answerImage } from "./demo-image.ts";
import { DEMO_MODELS } from "./demo-models.ts";
import { answerSearch } from "./demo-search.ts";
import type { DemoAnswer } from "./demo-types.ts";

/** The server of the demo's providers. */
export interface DemoProviders extends AsyncDisposable {
  /** The base URL of an OpenAI-compatible API, such as `http://127.0.0.1:40123/v1`. */
  readonly aiBaseUrl: string;
  /** The base URL of an instance of SearXNG. */
  readonly searchBaseUrl: string;
  close(): Promise<void>;
}

/** The most bytes of a body, which may have pictures in Base64. */
const MAX_BODY_BYTES = 32 * 2 ** 20;

/**
 * Starts a server on the loopback interface with the APIs of a model provider (OpenAI's) and a search engine
 * (SearXNG's). It answers by rule, without a network, and marks the texts that users see as a demo's.
 *
 * @example
 * await using demo = await startDemoProviders();
 * createOpenAIProvider({ baseUrl: demo.aiBaseUrl });
 */
export async function startDemoProviders(): Promise<DemoProviders> {
  // A long time, because a request fails if the server closes an idle connection just when the client uses it again.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    void respond(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("it has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return {
    aiBaseUrl: `${origin}/v1`,
    searchBaseUrl: origin,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answer(request).catch((error: unknown) =>
    refused(400, describeError(error).message),
  );
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function answer(request: IncomingMessage): Promise<DemoAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  switch (`${request.method} ${pathname}`) {
    case "GET /v1/models":
      return { status: 200, body: { object: "list", data: DEMO_MODELS.map(toListed) } };
    case "POST /v1/chat/completions": {
      const chat = assertValid("the body", validateDemoChat(await readJson(request)));
      return has(chat.model, false) ? answerChat(chat) : unknownModel(chat.model);
    }
    case "POST /v1/images/generations": {
      const image = assertValid("the body", validateDemoImage(await readJson(request)));
      return has(image.model, true) ? answerImage(image) : unknownModel(image.model);
    }
    case "GET /search":
      return answerSearch(searchParams);
    default:
      return refused(
        404,
        "the demo has /v1/models, /v1/chat/completions and /v1/images/generations",
      );
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const tooLarge = (): Error => new Error(`a body may have ${MAX_BODY_BYTES} bytes`);
  const bytes = await readBytes(request, { maxBytes: MAX_BODY_BYTES, tooLarge });
  return JSON.parse(bytes.toString("utf8"));
}

function has(name: string, isImage: boolean): boolean {
  return DEMO_MODELS.some(
    ({ model_name: known, category }) => known === name && (category === "image") === isImage,
  );
}

function toListed({ model_name: id }: { readonly model_name: string }): object {
  return { id, object: "model", created: 0, owned_by: "demo" };
}

function unknownModel(name: string): DemoAnswer {
  return refused(404, `the demo has no model “${name.slice(0, 100)}” for this`);
}

/** An error in OpenAI's format. */
function refused(status: 400 | 404, message: string): DemoAnswer {
  return { status, body: { error: { message, type: "invalid_request_error", param: null } } };
}
