/**
 * The chat page: a browser's view of simulated platforms and of what plugins did with each message,
 * as a Web-standard handler.
 *
 * @module
 */

// ── Make it, and mount its handler ──────────────────────────────────────────────────────────────
export { type ChatPage, type ChatPageOptions, createChatPage } from "./chat-page.ts";
export {
  PLATFORM_TITLES,
  SAMPLE_USERS,
  type LoginView,
  type PageCapabilities,
  type PageLogin,
  type PagePlatform,
  type PageState,
  type PageStatus,
} from "./platforms/platform.ts";
export { toPageStatus } from "./platforms/connection.ts";

// ── What people can look at and change beside the chats ─────────────────────────────────────────
export type {
  AnswersTool,
  CannedAnswers,
  ClockTool,
  ConversationTest,
  FetchAnswer,
  ModelAnswer,
  PageTools,
  PluginSettings,
  RecordsTool,
  SavedRecord,
  SearchAnswer,
  SettingsTool,
  StorageTool,
  StoredPlugin,
} from "./tools.ts";

// ── What it shows beside what its events tell ───────────────────────────────────────────────────
export type { PageNotice } from "./feed/notices.ts";
export { ChatPageError, type ChatPageErrorCode } from "./errors.ts";
