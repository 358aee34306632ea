/**
 * Greets a person at the first message.
 *
 * @module
 */
import type { HandlerContext, HandlerResult, JsonValue, Plugin } from "@botwright/core";
import { commandOf } from "./shared/command.ts";
import { LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { fillPlaceholders, UTC_OFFSETS } from "./shared/placeholders.ts";
import { readSettings } from "./shared/settings.ts";
import { fieldsOf, numberOf } from "./shared/stored.ts";
import { texts } from "./texts/auto-greeting.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "auto-greeting",
  name: "自动问候 / Greeting",
  description: "第一次见面时打招呼 / Greets a person at the first message",
  icon: "👋",
  category: "message",
  version: "1.0.0",
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "greeting",
      label:
        "问候语（留空为默认），可用 {from} {text} {date} {time} / Greeting, blank for the default; {from} {text} {date} {time} are filled in",
      type: "textarea",
      default: "",
    },
    {
      key: "again_after_days",
      label:
        "多少天没有消息后再次问候（0 为不再问候） / Greet again after so many days of silence; 0 for never",
      type: "number",
      default: 0,
    },
    {
      key: "stop",
      label:
        "问候后不再由其他插件回复这条消息 / No other plugin answers the message that was greeted",
      type: "boolean",
      default: false,
    },
    {
      key: "utc_offset",
      label: "时区（与 UTC 相差的小时数） / Time zone in hours from UTC",
      type: "number",
      default: 8,
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

const DAY_MS = 86_400_000;
const DAYS = { least: 0, most: 3650, default: 0 } as const;
/** Days of silence are counted in steps of an hour, so that not every message is a write. */
const STEP_MS = 3_600_000;

/** What is stored of a person: when a message came last, and which message was greeted. */
type Seen = Readonly<{ at: number; greeted: number }>;

/** Greets a person who is new, or back after a long silence. */
export async function handler(context: HandlerContext): Promise<HandlerResult> {
  const { bot, msg, config, storage } = context;
  const settings = readSettings(config);
  const silenceMs = settings.number("again_after_days", DAYS) * DAY_MS;
  const { messageId, timestamp } = msg;
  const isNew = (seen: Seen | undefined): boolean =>
    seen === undefined ||
    (silenceMs > 0 && timestamp - seen.at >= silenceMs) ||
    // A run of this very message that ended before it could greet.
    (seen.greeted === messageId && seen.at === timestamp);
  const key = `seen/${msg.from}`;
  const before = toSeen(await storage.get(key));
  const isStale = silenceMs > 0 && before !== undefined && timestamp - before.at >= STEP_MS;
  if (!isNew(before) && !isStale) return { handled: false };
  // Of several messages at once, one is the first.
  const after = toSeen(
    await storage.update(key, (value) => {
      const seen = toSeen(value);
      const greeted = isNew(seen) ? messageId : (seen?.greeted ?? 0);
      return { at: Math.max(timestamp, seen?.at ?? 0), greeted };
    }),
  );
  if (!isNew(before) || after?.greeted !== messageId) return { handled: false };
  const language = languageOf(
    settings.choice("language", LANGUAGE_SETTINGS),
    textOf(msg.text),
    bot.platform,
  );
  const greeting = settings.text("greeting").trim() || texts[language].greeting;
  const offset = settings.number("utc_offset", UTC_OFFSETS);
  await bot.sendText(msg.from, fillPlaceholders(greeting, msg, offset), msg.contextToken);
  return { handled: settings.flag("stop") || isStart(msg.text) };
}

/** Telegram's button "Start" sends this: there is nothing more to answer. */
function isStart(text: string): boolean {
  return commandOf(text).split(" ")[0] === "/start";
}

/** The text from which the plugin detects the language: the button's word says nothing about it. */
function textOf(text: string): string {
  return isStart(text) ? "" : text;
}

function toSeen(value: JsonValue): Seen | undefined {
  const fields = fieldsOf(value);
  return fields && { at: numberOf(fields["at"]), greeted: numberOf(fields["greeted"]) };
}
