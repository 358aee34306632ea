import type { AIProxyAnswer } from "../../ai-proxy/ai-proxy.ts";
import type { FreeModel } from "../../ai-proxy/free-models.ts";
import type { ModelNamesAnswer } from "../../ai-proxy/model-names.ts";
import type { PricedModel } from "../../models/priced-models.ts";

/** Bodies of the endpoints of AI models. */
export interface AIBodies {
  AskFreeModel: {
    /**
     * A model that `GET /api/plugins/free-models` lists.
     * @default the host's default model
     */
    model?: string;
    /**
     * Only the last 10 messages are used; their contents have at most 4000 Unicode code points in total.
     * The contents of messages with the role `system` are put before the first user message.
     * @minItems 1
     */
    messages: { role: "system" | "user" | "assistant"; content: string }[];
    /**
     * Values outside of 1 to 2000 are clamped.
     * @default 800
     */
    max_tokens?: number;
    /**
     * Values outside of 0 to 1.5 are clamped.
     * @default 0.7
     */
    temperature?: number;
  };
  ListModelNames: {
    /**
     * The base URL of an OpenAI-compatible API, with its version; a public HTTPS address.
     * @maxLength 2000
     */
    api_base_url: string;
    /**
     * The key of this API, neither stored nor logged. An empty key is not sent.
     * @maxLength 4096
     */
    api_key: string;
  };
}

/** Answers of the endpoints of AI models. */
export interface AIAnswers {
  FreeModels: FreeModel[];
  FreeAnswer: AIProxyAnswer;
  ModelNames: ModelNamesAnswer;
  /** The models that plugins can call, in the order that the administrator has set. */
  PricedModels: { items: PricedModel[]; free_images_per_day: number };
}
