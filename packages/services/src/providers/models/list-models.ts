import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createOpenAIProvider, MAX_MODELS_BYTES, type OpenAIProviderOptions } from "./openai.ts";

/**
 * Options of {@link listModelNames}, with other defaults than those of {@link OpenAIProviderOptions}: `fetch` is a
 * guarded one, `timeoutMs` 30,000, and `maxResponseBytes` 2 MiB, which is also the maximum.
 */
export type ListModelNamesOptions = OpenAIProviderOptions & {
  /** @default never aborted */
  signal?: AbortSignal;
};

/** Shorter than the default, because a user waits for the form. In milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Requests the names of a server's models, with a base URL and a key that a user entered; stores neither. Without a
 * `fetch` option only public HTTPS addresses are reached.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the base URL is invalid
 * @throws {ProviderError}
 * @example
 * await listModelNames({ baseUrl: "https://api.openai.com/v1", apiKey }); // ["gpt-5", …]
 */
export async function listModelNames(options: ListModelNamesOptions): Promise<string[]> {
  const { signal = new AbortController().signal, timeoutMs = TIMEOUT_MS } = options;
  const { maxResponseBytes = MAX_MODELS_BYTES } = options;
  await using guarded = createGuardedFetch({ timeoutMs, maxResponseBytes: maxResponseBytes });
  // `??` and no default before the spread, because `fetch: undefined` in the options would select the global `fetch`.
  const given = { ...options, fetch: options.fetch ?? guarded, timeoutMs, maxResponseBytes };
  const provider = createOpenAIProvider(given);
  return await provider.listModels({ signal });
}
