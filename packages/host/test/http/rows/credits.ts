import { newName, type Rows } from "./row.ts";

export const creditRows: Rows = {
  "GET /api/credits": {},
  "GET /api/credits/ledger": {},
  "PUT /api/credits/limits": {
    prepare: () => ({
      body: { limits: [{ plugin_slug: "ai-chat", period: "day", credits: 100 }] },
    }),
  },
  "PUT /api/credits/warning": { prepare: () => ({ body: { warn_below: 50 } }) },
  "GET /api/usage": {},
  "GET /api/usage/summary": { prepare: () => ({ query: "by=day&from=2026-01-01" }) },
  "GET /api/admin/usage/summary": {
    prepare: () => ({ query: "by=user&type=search&from=2026-01-01" }),
  },
  "POST /api/admin/users/{id}/credits": {
    prepare: ({ owner }) => ({
      path: { id: owner.id },
      body: { credits: 500, idempotency_key: newName(), note: "Thanks" },
    }),
  },
};
