import type { AIModelCategory, Decimal } from "@botwright/core";

/** A model as an administrator enters it. */
export interface NewModel {
  /** Unique; plugins call it by this name. */
  readonly model_name: string;
  /** @default the name */
  readonly display_name?: string;
  /** @default the provider's name */
  readonly brand?: string;
  /** The name of its provider. */
  readonly provider: string;
  /** The model's name at the provider. @default the name */
  readonly provider_model?: string;
  /** @default "chat" */
  readonly category?: AIModelCategory;
  /** USD per million tokens; for image models per thousand images. @default 0 */
  readonly input_price?: Decimal;
  /** USD per million tokens. @default 0 */
  readonly output_price?: Decimal;
  /** @default 1 */
  readonly cost_multiplier?: Decimal;
  /** Free models cost nothing and have an hourly limit. @default true, unless the model has prices */
  readonly is_free?: boolean;
  /** Whether plugins can list and call the model. @default true */
  readonly enabled?: boolean;
  /** The model's position in lists, in ascending order. @default 0 */
  readonly order?: number;
}

/** A model of the host. */
export interface ModelRecord {
  readonly id: number;
  readonly model_name: string;
  readonly display_name: string;
  readonly brand: string;
  readonly provider: string;
  readonly provider_model: string;
  readonly category: AIModelCategory;
  /** An exact decimal, such as "0.07". */
  readonly input_price: string;
  readonly output_price: string;
  readonly cost_multiplier: string;
  readonly is_free: boolean;
  readonly enabled: boolean;
  readonly order: number;
  /** ISO 8601. */
  readonly updated_at: string;
}
