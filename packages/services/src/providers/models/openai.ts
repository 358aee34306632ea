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
  /** The base URL including the version, for example `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** @default no key is sent, for self-hosted servers */
  apiKey?: string;
  /** The provider's name in errors. @default the host of `baseUrl` */
  name?: string;
}

/**
 * Maximum bytes of a list of models, enough for hundreds with descriptions. Its JSON is parsed in one step, which
 * would take long for a longer list of many small objects.
 */
export const MAX_MODELS_BYTES: number = 2 * 1024 * 1024;

/**
 * Maximum bytes of an answer to a chat, several times the longest text of a model with its reasoning. The answer is
 * parsed in one step, and written for the plugin in one step.
 */
const MAX_CHAT_BYTES = 4 * 1024 * 1024;

/**
 * How the message of OpenAI's answer with status 400 begins for a model that only supports `max_completion_tokens`:
 * o1, gpt-5 and later.
 */
const NEEDS_COMPLETION_TOKENS = "Unsupported parameter: 'max_tokens'";
/** Maximum models that are remembered to need `max_completion_tokens`. */
const REMEMBERED_MODELS = 1000;

/** A key that a header can hold, and that is no longer than servers store. */
const HEADER_KEY = /^[\u0021-\u007e]{1,255}$/;

/** A key is made of a message's id, which may have any characters and any length. */
function toHeader(key: string): string {
  // In UTF-16, so that different keys stay different where they have half a surrogate pair.
  return HEADER_KEY.test(key) ? key : createHash("sha256").update(key, "utf16le").digest("hex");
}

/**
 * Creates a provider for any server with OpenAI's HTTP API: `/chat/completions`, `/images/generations`, `/models`.
 * Content parts of messages are passed through, so that vision models receive images. The token limit is sent as
 * `max_tokens`, which every such server supports, and as `max_completion_tokens` to models that have refused it.
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
    // Each body needs its own key: after a restart nothing is remembered, so a repeated call first sends
    // `max_tokens`.
    const { idempotencyKey: key } = call;
    const keyed =
      isNew && key !== undefined ? { ...call, idempotencyKey: `${key}/completion` } : call;
    try {
      return await http.json({
        ...request("/chat/completions", keyed, body),
        maxResponseBytes: MAX_CHAT_BYTES,
      });
    } catch (error) {
      // Only the beginning of the message counts, because the rest may repeat a plugin's text.
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
