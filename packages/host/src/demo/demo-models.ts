import type { NewModel } from "../models/model-record.ts";

/** The name of the demo's provider of models, and of its search engine. */
export const DEMO = "demo";

const common = { provider: DEMO, brand: "Demo" };
// After the models of real providers.
const FIRST_ORDER = 1000;

/** The models of the demo. */
export const DEMO_MODELS: readonly NewModel[] = [
  { ...common, model_name: "demo-chat", display_name: "Demo chat (answers by rule)" },
  {
    ...common,
    model_name: "demo-echo",
    display_name: "Demo echo (answers with what it was given)",
  },
  {
    ...common,
    model_name: "demo-vision",
    display_name: "Demo vision (counts pictures)",
    category: "vision" as const,
  },
  {
    ...common,
    model_name: "demo-image",
    display_name: "Demo pictures",
    category: "image" as const,
    input_price: "40",
    is_free: false,
  },
  {
    ...common,
    model_name: "demo-paid",
    display_name: "Demo chat that costs credits",
    input_price: "0.5",
    output_price: "1.5",
    cost_multiplier: "2",
  },
].map((model, index) => ({ ...model, order: FIRST_ORDER + index }));
