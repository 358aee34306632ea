import {
  type AIModel,
  type AIModelCategory,
  type AIModelInfo,
  chatCredits,
  type Decimal,
  imageCredits,
  invalidInput,
} from "@botwright/core";

/** A model that plugins can call, and its provider. */
export interface ModelDefinition {
  /** The unique name that plugins use. */
  readonly name: string;
  /** @default the name */
  readonly displayName?: string;
  /** @default the provider's name */
  readonly brand?: string;
  /** @default "chat" */
  readonly category?: AIModelCategory;
  /** The name of the model's provider in `providers`. */
  readonly provider: string;
  /** The provider's name of the model. @default the name */
  readonly providerModel?: string;
  /** Free models cost nothing and have an hourly limit. @default true, unless the model has prices */
  readonly free?: boolean;
  /** USD per million tokens; for image models per thousand images. @default 0 */
  readonly inputPrice?: Decimal;
  /** USD per million tokens. @default 0 */
  readonly outputPrice?: Decimal;
  /** @default 1 */
  readonly multiplier?: Decimal;
  /** Maximum tokens that an image in a message can use. @default 16_384 */
  readonly maxMediaTokens?: number;
}

/** The available models; read on every call, so that a change takes effect immediately. */
export interface ModelCatalog {
  list(): Promise<readonly ModelDefinition[]>;
  find(name: string): Promise<ModelDefinition | undefined>;
}

/** The prices of a model, with defaults applied. */
export interface ModelPrices {
  readonly inputPrice: Decimal;
  readonly outputPrice: Decimal;
  readonly multiplier: Decimal;
}

/**
 * Creates a catalogue from a fixed list.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a price is invalid or a name occurs twice
 * @example
 * createModelCatalog([{ name: "small", provider: "local" }]);
 */
export function createModelCatalog(models: readonly ModelDefinition[]): ModelCatalog {
  const byName = new Map(models.map((model) => [model.name, model]));
  if (byName.size < models.length) throw invalidInput("each model must have a name of its own");
  for (const model of models) assertPrices(model);
  return {
    list: async () => models,
    find: async (name) => byName.get(name),
  };
}

/** The category of a model. */
export function categoryOf({ category = "chat" }: ModelDefinition): AIModelCategory {
  return category;
}

/** Whether the model is one of the platform's free ones. */
export function isFree(model: ModelDefinition): boolean {
  const { inputPrice, outputPrice } = pricesOf(model);
  return model.free ?? (Number(inputPrice) === 0 && Number(outputPrice) === 0);
}

/** The prices of a model, with defaults applied. */
export function pricesOf(model: ModelDefinition): ModelPrices {
  const { inputPrice = 0, outputPrice = 0, multiplier = 1 } = model;
  return { inputPrice, outputPrice, multiplier };
}

/** The model as plugins see it in lists. */
export function toModelRecord(model: ModelDefinition): AIModel {
  const { inputPrice, outputPrice } = pricesOf(model);
  return {
    model_name: model.name,
    display_name: model.displayName ?? model.name,
    brand: model.brand ?? model.provider,
    input_price: Number(inputPrice),
    output_price: Number(outputPrice),
    category: categoryOf(model),
  };
}

/** The model as `getModelInfo` returns it. */
export function toModelInfo(model: ModelDefinition): AIModelInfo {
  return { ...toModelRecord(model), cost_multiplier: Number(pricesOf(model).multiplier) };
}

function assertPrices(model: ModelDefinition): void {
  const prices = pricesOf(model);
  try {
    chatCredits({ inputTokens: 1, outputTokens: 1, ...prices });
    imageCredits(prices);
  } catch (error) {
    const why = error instanceof Error ? error.message : "a price cannot be read";
    throw invalidInput(`the model "${model.name}": ${why}`);
  }
}
