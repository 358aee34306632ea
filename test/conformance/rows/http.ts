import { inSection, type Row } from "./row.ts";

/** The HTTP interface. */
export const httpRows: readonly Row[] = [
  ...inSection("HTTP endpoints", {
    "http.submit": "POST /api/plugins/submit takes a submission of a user.",
    "http.change": "PUT /api/plugins/my/:id changes an own plugin.",
    "http.mine": "GET /api/plugins/my lists the caller's plugins, waiting and published.",
    "http.free-models": "GET /api/plugins/free-models lists `{ id, provider }`, without a login.",
    "http.ai-models": "POST /api/plugins/ai-models gives `{ models }` of an OpenAI-style API.",
    "http.ai-models-failure": "A server that cannot be asked is 502, with the reason in words.",
    "http.ai-models-key": "That server is asked with the user's key.",
    "http.ai-proxy": "POST /api/plugins/ai-proxy answers a chat, without a login.",
    "http.trigger-conflicts": "GET /api/admin/trigger-conflicts gives the conflict report.",
    "http.search-stats":
      "GET /api/admin/search/stats counts today's searches in sum, by plugin and by user.",
    "http.search-logs":
      "GET /api/admin/search/logs gives the newest searches, as many as `limit` says.",
    "http.search-logs-limit": "`limit` is 1 to 500, and 50 unless given.",
    "http.openapi": "GET /openapi.json describes every endpoint.",
    "http.review-paths":
      "Administrators review by GET /api/admin/plugins/queue and POST approve, reject and take-down of /api/admin/plugins/:id.",
    "http.ban-paths": "Administrators ban by POST /api/admin/users/:id/ban, and lift it by unban.",
  }),
  ...inSection("ai-proxy", {
    "ai-proxy.default-model": "Without a model a small default one is asked.",
    "ai-proxy.valid-models": "A model that is not in the list of free models is refused.",
    "ai-proxy.roles": "Messages are of system, user or assistant, with a text.",
    "ai-proxy.messages-required": "At least one message is required.",
    "ai-proxy.recent-messages": "Only the 10 most recent messages count.",
    "ai-proxy.characters": "Their contents have at most 4000 characters in sum.",
    "ai-proxy.max-tokens": "max_tokens is 800 unless given, and at most 2000.",
    "ai-proxy.temperature": "temperature is 0.7 unless given, from 0 to 1.5.",
    "ai-proxy.system": "What the system says is put before the first message of the user.",
    "ai-proxy.answer": "The answer is `{ choices: [{ message: { role: assistant, content } }] }`.",
    "ai-proxy.requests": "An address has 60 requests an hour; the next one is 429.",
    "ai-proxy.timeout": "A model has 30 seconds to answer.",
    "ai-proxy.errors": "A failure is `{ error }`, with a text.",
  }),
];
