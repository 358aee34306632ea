import { inSection, type Row } from "./row.ts";

/** How a plugin is published, and in which order plugins run. */
export const publicationRows: readonly Row[] = [
  ...inSection("Publication", {
    "publication.pending": "What a user submits waits for an administrator's review.",
    "publication.hidden": "What has not been approved is not in the library.",
    "publication.approve": "Approved, every user can see and install it.",
    "publication.reject": "An administrator rejects it with a reason.",
    "publication.words-only":
      "A new description, icon, readme or repository_url leaves it published.",
    "publication.code-or-version": "A new code or version is reviewed again.",
    "publication.old-version":
      "While a new version waits, installations go on with the approved one.",
    "publication.own-only": "A plugin is changed by its developer only.",
    "publication.take-down": "A plugin that breaks the rules is taken down.",
    "publication.ban": "Its developer is banned: sessions end, and new ones are refused.",
    "publication.queue": "Administrators see what waits for a review.",
    "publication.unban": "A ban is lifted by an administrator.",
  }),
  ...inSection("Order of plugins", {
    "order.ascending": "Plugins run by ascending priority.",
    "order.handled": "`handled: true` ends the chain.",
    "order.not-handled": "`handled: false` goes on with the next plugin.",
    "order.bot-menu": "bot-menu has priority 5.",
    "order.message-filter": "message-filter has priority 10.",
    "order.keyword-reply": "keyword-reply has priority 30.",
    "order.auto-greeting": "auto-greeting has priority 40.",
    "order.webhook-forward": "webhook-forward has priority 50.",
    "order.games": "Games have priority 80.",
    "order.ai-chat": "ai-chat has priority 100.",
    "order.third-party": "Third-party plugins should have 60 to 90.",
    "order.incoming": "A message on a bound bot is what calls plugins.",
  }),
  ...inSection("Built-in plugins", {
    "builtin.bot-menu": "bot-menu answers the menu command.",
    "builtin.message-filter": "message-filter stops messages with sensitive words.",
    "builtin.webhook-forward": "webhook-forward forwards messages to a webhook.",
    "builtin.ai-chat": "ai-chat answers what no other plugin has handled.",
  }),
];
