import type { ConfigurationSnapshot } from "./snapshot.ts";
import type { ModelRecord } from "./model-record.ts";

/** A model as users see it. */
export interface PricedModel extends Pick<
  ModelRecord,
  | "model_name"
  | "display_name"
  | "brand"
  | "provider"
  | "category"
  | "input_price"
  | "output_price"
  | "cost_multiplier"
  | "is_free"
> {}

/** The models that plugins can call, with what they cost. */
export function listPricedModels({ models }: ConfigurationSnapshot): PricedModel[] {
  return models.map((model) => ({
    model_name: model.model_name,
    display_name: model.display_name,
    brand: model.brand,
    provider: model.provider,
    category: model.category,
    input_price: model.input_price,
    output_price: model.output_price,
    cost_multiplier: model.cost_multiplier,
    is_free: model.is_free,
  }));
}
