import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isProviderError } from "../../errors.ts";
import type { ChatRequest, ModelProvider, ProviderCall } from "../../ports/model-provider.ts";
import { readApiKey } from "../api-key.ts";
import { readBaseUrl } from "../base-url.ts";
import { createProviderHttp, type HttpProviderOptions, type ProviderRequest } from "../http.ts";
import { readCompletion, readImage, readModelNames } from "./openai-answers.ts";

/** Options of {@link createOpenAIProvider}. */
export interface OpenAIProviderOptions extends HttpProviderOptions {
  /** Including the version, for example `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** @default no key is sent, for self-hosted servers */
  apiKey?: string;
  /** The provider's name in errors. @default the host of `baseUrl` */
  name?: string;
}

/**
 * The most bytes of a list of models: for hundreds with descriptions. Its JSON is parsed in one step, which
 * a longer one of many small objects would make long.
 */
export const MAX_MODELS_BYTES: number = 2 * 1024 * 1024;

/**
 * The most bytes of an answer to a chat: several times what the longest text of a model has, with its reasoning. All of
 * it is read in one step, and the plugin's answer is written in one.
 */
const MAX_CHAT_BYTES = 4 * 1024 * 1024;

/** What OpenAI answers, with status 400, for a model that knows `max_completion_tokens` only: o1, gpt-5 and later. */
const NEEDS_COMPLETION_TOKENS = "Unsupported parameter: 'max_tokens'";
/** Models of which that is remembered. */
const REMEMBERED_MODELS = 1000;

/** A key that a header can hold, and that is no longer than servers store. */
const HEADER_KEY = /^[\u0021-\u007e]{1,255}$/;

/** A key is made of a message's id, which may have any characters and any length. */
function toHeader(key: string): string {
  // In UTF-16, so that different keys stay different where they have half a surrogate pair.
  return HEADER_KEY.test(key) ? key : createHash("sha256").update(key, "utf16le").digest("hex");
}

/**
 * Creates a provider for any server with OpenAI's HTTP API: `/chat/completions`, `/images/generations`,
 * `/models`. Content parts of messages are passed through, so that vision models receive images. The limit of tokens is
 * sent as `max_tokens`, which every such server knows, and as `max_completion_tokens` to models that have refused it.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `baseUrl` or `apiKey` is invalid
 * @see {@link https://platform.openai.com/docs/api-reference}
 * @example
 * createOpenAIProvider({ baseUrl: "https://api.openai.com/v1", apiKey });
 */
export function createOpenAIProvider(options: OpenAIProviderOptions): ModelProvider {
  const apiKey = options.apiKey === undefined ? undefined : readApiKey(options.apiKey);
  const baseUrl = readBaseUrl(options.baseUrl);
  const { name = new URL(baseUrl).host } = options;
  const http = createProviderHttp({ ...options, name, secret: apiKey });

  function request(
    path: string,
    { signal, idempotencyKey }: ProviderCall,
    json?: unknown,
  ): ProviderRequest {
    const headers = {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(idempotencyKey !== undefined && { "idempotency-key": toHeader(idempotencyKey) }),
    };
    return { url: `${baseUrl}${path}`, headers, signal, ...(json !== undefined && { json }) };
  }

  const completionTokens = new LRUCache<string, true>({ max: REMEMBERED_MODELS });

  async function complete(asked: ChatRequest, call: ProviderCall): Promise<unknown> {
    const { model, messages, maxTokens, temperature } = asked;
    const isNew = completionTokens.has(model);
    const body = {
      model,
      messages,
      [isNew ? "max_completion_tokens" : "max_tokens"]: maxTokens,
      ...(temperature !== undefined && { temperature }),
      stream: false,
    };
    // A key belongs to one body: a repeated call may be the first after a restart, when nothing is remembered.
    const { idempotencyKey: key } = call;
    const keyed =
      isNew && key !== undefined ? { ...call, idempotencyKey: `${key}/completion` } : call;
    try {
      return await http.json({
        ...request("/chat/completions", keyed, body),
        maxResponseBytes: MAX_CHAT_BYTES,
      });
    } catch (error) {
      // Only how the words begin counts: what follows may repeat a plugin's.
      const said = isProviderError(error) ? error.providerMessage : undefined;
      if (isNew || said?.startsWith(NEEDS_COMPLETION_TOKENS) !== true) throw error;
      completionTokens.set(model, true);
      return await complete(asked, call);
    }
  }

  return {
    chat: async (asked, call) => readCompletion(name, await complete(asked, call)),
    async generateImage({ model, prompt, size }, call) {
      const body = { model, prompt, n: 1, ...(size !== undefined && { size }) };
      return readImage(name, await http.json(request("/images/generations", call, body)));
    },
    async listModels(call) {
      const models = { ...request("/models", call), maxResponseBytes: MAX_MODELS_BYTES };
      return readModelNames(name, await http.json(models));
    },
  };
}
