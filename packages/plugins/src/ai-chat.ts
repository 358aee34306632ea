/**
 * Answers whatever no other plugin has answered, with a model.
 *
 * @module
 */
import type {
  AIModelCategory,
  AIService,
  HandlerContext,
  HandlerResult,
  JsonValue,
  Plugin,
} from "@botwright/core";
import { clearHistory, readHistory, storeHistory } from "./chat/history.ts";
import { readPicture } from "./chat/picture.ts";
import { commandOf } from "./shared/command.ts";
import { cutText } from "./shared/cut-text.ts";
import { LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { readSettings, type Settings } from "./shared/settings.ts";
import { texts } from "./texts/ai-chat.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "ai-chat",
  name: "AI 聊天 / AI chat",
  description: "和 AI 聊天，也能看图片 / Talk with an AI, also about pictures",
  icon: "🤖",
  category: "message",
  version: "1.0.0",
  triggers: ["/clear", "清空"],
  permissions: { hosts: [], ai: true, media: true },
  config_schema: [
    {
      key: "system_prompt",
      label: "系统提示词（留空为默认） / Instructions to the model, blank for the default",
      type: "textarea",
      default: "",
    },
    {
      key: "model",
      label: "对话模型（留空为第一个免费模型） / Chat model, blank for the first free one",
      type: "text",
      default: "",
    },
    {
      key: "vision_model",
      label: "看图模型（留空为第一个免费模型） / Model for pictures, blank for the first free one",
      type: "text",
      default: "",
    },
    {
      key: "max_tokens",
      label: "回答的最大 token 数 / Most tokens of an answer",
      type: "number",
      default: 1024,
    },
    {
      key: "history_turns",
      label: "记住多少轮对话（0 为不记） / Question and answer pairs to remember, 0 for none",
      type: "number",
      default: 10,
    },
    {
      key: "history_hours",
      label: "多少小时没有消息后忘记 / Forget after so many hours of silence",
      type: "number",
      default: 24,
    },
    {
      key: "language",
      label: "语言 / Language",
      type: "select",
      default: "auto",
      options: [
        { value: "auto", label: "自动 / Automatic" },
        { value: "zh", label: "中文" },
        { value: "en", label: "English" },
      ],
    },
  ],
};

const CLEARING = new Set(["/clear", "清空"]);
const PAIRS = { least: 0, most: 50, default: 10 } as const;
const HOURS = { least: 1, most: 24 * 365, default: 24 } as const;
const TOKENS = { least: 16, most: 8192, default: 1024 } as const;
const HOUR_MS = 3_600_000;
/** Models that are asked whether they are free. */
const MAX_MODELS = 30;
/** Characters of a message that a model gets: its sender does not pay for them. */
const MAX_MESSAGE_LENGTH = 8000;
/** Characters of an answer: below the 64 KiB that a reply may have. */
const MAX_ANSWER_LENGTH = 16_000;

type Texts = (typeof texts)["en"];

/** What is asked: for the model, and as text for the history. */
type Question = { readonly content: JsonValue; readonly text: string; readonly isPicture: boolean };

/** Answers with a model, and remembers what was said. */
export async function handler(context: HandlerContext): Promise<HandlerResult> {
  const { bot, msg, config } = context;
  const settings = readSettings(config);
  const words =
    texts[languageOf(settings.choice("language", LANGUAGE_SETTINGS), msg.text, bot.platform)];
  if (CLEARING.has(commandOf(msg.text))) {
    await clearHistory(context);
    await bot.reply(msg, words.cleared);
    return { handled: true };
  }
  // The single-platform variant has no models.
  if (!("aiService" in context)) return { handled: false };
  const question = questionOf(context, words);
  if (question === undefined) return { handled: false };
  const answer =
    typeof question === "string"
      ? question
      : await whileTyping(context, () => answerTo(context, settings, words, question));
  await bot.reply(msg, answer);
  return { handled: true };
}

/** The question for the model; a text that the person gets instead of an answer; or `undefined` for no answer. */
function questionOf(
  { msg, mediaBuffer }: HandlerContext,
  words: Texts,
): Question | string | undefined {
  const text = cutText((msg.textWithQuote ?? msg.text).trim(), MAX_MESSAGE_LENGTH);
  if (msg.type === "image") {
    const picture = readPicture(mediaBuffer);
    if ("refused" in picture) return words[picture.refused];
    const content = [
      { type: "text", text: text || words.describe },
      { type: "image_url", image_url: { url: picture.url } },
    ];
    return { content, text: `${words.picture} ${text}`.trim(), isPicture: true };
  }
  if (text !== "") return { content: text, text, isPicture: false };
  if (msg.type === "voice") return words.voice;
  return msg.type === "text" ? undefined : words.unsupported;
}

/** Asks the model, and remembers question and answer. */
async function answerTo(
  context: HandlerContext,
  settings: Settings,
  words: Texts,
  { content, text, isPicture }: Question,
): Promise<string> {
  const { aiService } = context;
  const chosen = settings.text(isPicture ? "vision_model" : "model").trim();
  const model = chosen || (await firstFreeModel(aiService, isPicture ? "vision" : "chat"));
  if (model === undefined) return isPicture ? words.noVision : words.noModel;
  const pairs = settings.number("history_turns", PAIRS);
  const idleMs = settings.number("history_hours", HOURS) * HOUR_MS;
  const history = pairs === 0 ? [] : (await readHistory(context, idleMs)).slice(-2 * pairs);
  const answer = await aiService.callModel({
    model,
    systemPrompt: settings.text("system_prompt").trim() || words.system,
    messages: [...history, { role: "user", content }],
    maxTokens: settings.number("max_tokens", TOKENS),
  });
  if (answer.error !== null) return words.failed(answer.error);
  const said = cutText(answer.text.trim(), MAX_ANSWER_LENGTH);
  if (said === "") return words.empty;
  const turns = [
    ...history,
    { role: "user", content: text },
    { role: "assistant", content: said },
  ] as const;
  await storeHistory(context, turns, pairs);
  return said;
}

async function firstFreeModel(
  aiService: AIService,
  category: AIModelCategory,
): Promise<string | undefined> {
  const models = await aiService.getModelsByCategory(category);
  for (const { model_name: name } of models.slice(0, MAX_MODELS)) {
    if (await aiService.isFreeModel(name)) return name;
  }
  return undefined;
}

/** Shows that an answer is being written, until the work has ended in whatever way. */
async function whileTyping<Result>(
  { bot, msg }: HandlerContext,
  work: () => Promise<Result>,
): Promise<Result> {
  await bot.sendTyping(msg.from).catch(ignore);
  try {
    return await work();
  } finally {
    await bot.cancelTyping(msg.from).catch(ignore);
  }
}

/** A platform that refuses the indicator does not keep the person from the answer. */
function ignore(): void {}
