import type { Rows } from "./row.ts";

export const aiRows: Rows = {
  "GET /api/models": {},
  "GET /api/plugins/free-models": {},
  "POST /api/plugins/ai-models": {
    prepare: ({ app }) => ({
      body: { api_base_url: app.demo.aiBaseUrl, api_key: "sk-key" },
    }),
  },
  "POST /api/plugins/ai-proxy": {
    prepare: () => ({
      body: {
        model: "demo-chat",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "hello" },
        ],
        max_tokens: 100,
        temperature: 1,
      },
    }),
  },
};
