import {
  BotwrightError,
  type Clock,
  describeError,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";
import {
  callModelProvider,
  createOutageLog,
  ProviderError,
  type RateDecision,
  type RateLimiter,
} from "@botwright/services";
import type { ServiceConfiguration } from "../models/configuration.ts";
import { AI_PROXY_LIMITS } from "./ai-proxy-limits.ts";
import { addressGroup } from "./address-group.ts";
import { findFreeModel, type FreeModel, listFreeModels } from "./free-models.ts";
import { type AIProxyRequest, toProxyCall } from "./request-rules.ts";

/** Options of {@link createAIProxy}. */
export interface AIProxyOptions {
  readonly configuration: Pick<ServiceConfiguration, "current">;
  /** Counts the requests of an address, over all nodes. */
  readonly limiter: RateLimiter;
  /** Requests that this node handles at once; it refuses further ones. @default 100 */
  readonly maxConcurrent?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The answer of `POST /api/plugins/ai-proxy`. */
export interface AIProxyAnswer {
  readonly choices: readonly [
    { readonly message: { readonly role: "assistant"; readonly content: string } },
  ];
}

/** Answers requests to the free models without a login, for pages and scripts of plugins' authors. */
export interface AIProxy {
  /** The models that {@link AIProxy.complete} accepts. */
  freeModels(): Promise<FreeModel[]>;
  /** Counts a request, also one that fails: 60 an hour for each client address. */
  admit(address: string): Promise<RateDecision>;
  /**
   * Asks a free model.
   *
   * @throws {BotwrightError} `INVALID_INPUT` naming the field; `NO_FREE_MODEL`; `OVERLOADED`
   * @throws {ProviderError} `PROVIDER_TIMEOUT` after 30 seconds; `PROVIDER_REFUSED` when another request may succeed,
   * else `PROVIDER_FAILED`. It contains nothing of the provider's answer.
   */
  complete(request: AIProxyRequest): Promise<AIProxyAnswer>;
}

const HOUR_MS = 3_600_000;
const { requestsPerAddressPerHour, timeoutMs } = AI_PROXY_LIMITS;

/** Creates the proxy to the free models. */
export function createAIProxy(options: AIProxyOptions): AIProxy {
  const { configuration, limiter, maxConcurrent = 100 } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  const outages = createOutageLog({ logger, what: "a free model" });
  let underWay = 0;

  async function ask(request: AIProxyRequest): Promise<string> {
    const call = toProxyCall(request);
    const snapshot = await configuration.current();
    const model = findFreeModel(snapshot, request.model);
    const provider = snapshot.providers.get(model.provider);
    try {
      if (provider === undefined) throw new Error("the model's provider cannot be used");
      const asking = { clock, logger, limits: { timeoutMs } };
      const { text } = await callModelProvider(asking, undefined, (providerCall) =>
        provider.chat({ ...call, model: model.provider_model }, providerCall),
      );
      outages.answered(model.model_name);
      return text;
    } catch (error) {
      // A refusal is caused by the request, so it is no outage of the model.
      const isRefused = describeError(error).code === "PROVIDER_REFUSED";
      if (!isRefused) outages.failed(model.model_name, error);
      throw withoutDetails(error);
    }
  }

  return {
    freeModels: async () => listFreeModels(await configuration.current()),
    admit: (address) =>
      limiter.take(`ai-proxy/${addressGroup(address)}`, {
        limit: requestsPerAddressPerHour,
        windowMs: HOUR_MS,
      }),
    async complete(request) {
      if (underWay >= maxConcurrent) throw overloaded();
      underWay += 1;
      try {
        return { choices: [{ message: { role: "assistant", content: await ask(request) } }] };
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** Makes the public error of a failure, without the provider's name, address, key and message. */
function withoutDetails(error: unknown): ProviderError {
  switch (describeError(error).code) {
    case "PROVIDER_TIMEOUT":
      return new ProviderError(`the model did not answer within ${timeoutMs / 1000} seconds`, {
        code: "PROVIDER_TIMEOUT",
      });
    case "PROVIDER_REFUSED":
      return new ProviderError("the model refuses these messages: send others", {
        code: "PROVIDER_REFUSED",
      });
    default:
      return new ProviderError("the model failed: try again later, or choose another one", {
        code: "PROVIDER_FAILED",
      });
  }
}

function overloaded(): BotwrightError {
  return new BotwrightError("too many requests are under way: try again in a few seconds", {
    code: "OVERLOADED",
  });
}
