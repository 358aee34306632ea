import { newName, type Rows, type World } from "./row.ts";

const base_url = "https://api.example.com/v1";

/** Adds a provider, and returns its id and name. */
async function addProvider({ app }: World): Promise<{ id: number; name: string }> {
  const body = { name: newName(), base_url, api_key: "sk-key" };
  const answer = await app.admin.send("POST", "/api/admin/providers", body);
  return JSON.parse(await answer.text());
}

async function addModel(world: World): Promise<number> {
  const { name: provider } = await addProvider(world);
  const body = { model_name: newName(), provider };
  const answer = await world.app.admin.send("POST", "/api/admin/models", body);
  return JSON.parse(await answer.text()).id;
}

const fields = {
  display_name: "A model",
  brand: "A brand",
  provider_model: "a-model",
  category: "vision",
  input_price: "0.07",
  output_price: 1.5,
  cost_multiplier: "2",
  is_free: false,
  enabled: true,
  order: 7,
};

export const servicesRows: Rows = {
  "GET /api/admin/providers": {},
  "POST /api/admin/providers": {
    prepare: () => ({ body: { name: newName(), base_url, api_key: "sk-key" } }),
  },
  "PUT /api/admin/providers/{id}": {
    prepare: async (world) => ({
      path: { id: (await addProvider(world)).id },
      body: { name: newName(), base_url, api_key: null },
    }),
  },
  "DELETE /api/admin/providers/{id}": {
    prepare: async (world) => ({ path: { id: (await addProvider(world)).id } }),
  },
  "GET /api/admin/models": {},
  "POST /api/admin/models": {
    prepare: async (world) => {
      const { name: provider } = await addProvider(world);
      return { body: { model_name: newName(), provider, ...fields } };
    },
  },
  "PUT /api/admin/models/{id}": {
    prepare: async (world) => ({
      path: { id: await addModel(world) },
      body: { model_name: newName(), provider: "demo", ...fields },
    }),
  },
  "DELETE /api/admin/models/{id}": {
    prepare: async (world) => ({ path: { id: await addModel(world) } }),
  },
  "GET /api/admin/settings": {},
  "PUT /api/admin/settings": {
    prepare: ({ app }) => ({
      body: {
        free_images_per_day: 5,
        default_model: null,
        search_providers: [{ type: "searxng", name: "demo", base_url: app.demo.searchBaseUrl }],
      },
    }),
  },
  "GET /api/admin/search/stats": {},
  "GET /api/admin/search/logs": { prepare: () => ({ query: "limit=2&before=99" }) },
  "GET /api/admin/trigger-conflicts": {},
};
