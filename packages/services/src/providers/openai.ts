import type { ModelProvider, ProviderCall } from "../ports/model-provider.ts";
import { readApiKey } from "./api-key.ts";
import { readBaseUrl } from "./base-url.ts";
import { createProviderHttp, type HttpProviderOptions, type ProviderRequest } from "./http.ts";
import { readCompletion, readImage, readModelNames } from "./openai-answers.ts";

/** Options of {@link createOpenAIProvider}. */
export interface OpenAIProviderOptions extends HttpProviderOptions {
  /** Up to the version, for example `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** @default none is sent, for servers of one's own */
  apiKey?: string;
  /** What errors call it. @default the host of `baseUrl` */
  name?: string;
}

/**
 * Makes a provider of any server that speaks OpenAI's HTTP API: `/chat/completions`,
 * `/images/generations`, `/models`. Content parts of messages are passed through, so vision models
 * get their pictures.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `baseUrl` is no address, or `apiKey` no key
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
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    return { url: `${baseUrl}${path}`, headers, signal, ...(json !== undefined && { json }) };
  }

  return {
    async chat({ model, messages, maxTokens }, call) {
      const body = { model, messages, max_tokens: maxTokens, stream: false };
      return readCompletion(name, await http.json(request("/chat/completions", call, body)));
    },
    async generateImage({ model, prompt, size }, call) {
      const body = { model, prompt, n: 1, ...(size !== undefined && { size }) };
      return readImage(name, await http.json(request("/images/generations", call, body)));
    },
    async listModels(call) {
      return readModelNames(name, await http.json(request("/models", call)));
    },
  };
}
