/**
 * Answers keywords with texts of the owner.
 *
 * @module
 */
import type { HandlerContext, HandlerResult, Plugin } from "@botwright/core";
import { commandOf } from "./shared/command.ts";
import { fillPlaceholders, UTC_OFFSETS } from "./shared/placeholders.ts";
import { randomOf } from "./shared/random-of.ts";
import { readSettings } from "./shared/settings.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "keyword-reply",
  name: "关键词回复 / Keyword replies",
  description: "收到关键词时自动回复 / Answers keywords with texts of yours",
  icon: "💬",
  category: "message",
  version: "1.0.0",
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "rules",
      label:
        "规则，每行一条：关键词 => 回复；用 || 分隔多个关键词或随机回复；可用 {from} {text} {date} {time} 和 \\n / Rules, one per line: keyword => reply; || between several keywords, or replies to pick from; {from} {text} {date} {time} and \\n are filled in",
      type: "textarea",
      placeholder: "价格 || price => 请看 https://example.com/price",
      default: "ping => pong",
    },
    {
      key: "mode",
      label: "匹配方式 / How a keyword matches",
      type: "select",
      default: "exact",
      options: [
        { value: "exact", label: "完全相同 / The whole message" },
        { value: "prefix", label: "开头 / Its beginning" },
        { value: "contains", label: "包含 / Anywhere in it" },
      ],
    },
    {
      key: "utc_offset",
      label: "时区（与 UTC 相差的小时数） / Time zone in hours from UTC",
      type: "number",
      default: 8,
    },
  ],
};

const MODES = ["exact", "prefix", "contains"] as const;

/** Characters of a message times keywords that are compared: some 25 ms in the host's main thread. */
const MAX_COMPARED = 4_000_000;

/** Whether a message fits a keyword; both are folded. */
const FITS: Readonly<Record<(typeof MODES)[number], (said: string, keyword: string) => boolean>> = {
  exact: (said, keyword) => said === keyword,
  prefix: (said, keyword) => said.startsWith(keyword),
  contains: (said, keyword) => said.includes(keyword),
};

/** Answers with the first rule that fits. Of a long message, thousands of keywords are looked for in its beginning. */
export async function handler({ bot, msg, config }: HandlerContext): Promise<HandlerResult> {
  const settings = readSettings(config);
  const mode = settings.choice("mode", MODES);
  const fits = FITS[mode];
  const rules = settings.lines("rules").map(parseRule);
  const count = rules.reduce((sum, { keywords }) => sum + keywords.length, 0);
  const whole = commandOf(msg.text);
  if (whole === "" || count === 0) return { handled: false };
  const said = mode === "contains" ? whole.slice(0, Math.ceil(MAX_COMPARED / count)) : whole;
  for (const { keywords, replies } of rules) {
    if (!keywords.some((keyword) => fits(said, keyword))) continue;
    const reply = replies[Math.floor(randomOf(msg)() * replies.length)];
    if (reply === undefined) continue;
    const offset = settings.number("utc_offset", UTC_OFFSETS);
    await bot.sendText(msg.from, fillPlaceholders(reply, msg, offset), msg.contextToken);
    return { handled: true };
  }
  return { handled: false };
}

/** Reads `hi || hello => Hi! || Hello!`; a line without an arrow has no replies. */
function parseRule(line: string): { keywords: readonly string[]; replies: readonly string[] } {
  const arrow = line.indexOf("=>");
  if (arrow === -1) return { keywords: [], replies: [] };
  return {
    keywords: partsOf(line.slice(0, arrow))
      .map(commandOf)
      .filter((keyword) => keyword !== ""),
    replies: partsOf(line.slice(arrow + 2)),
  };
}

function partsOf(text: string): readonly string[] {
  return text
    .split("||")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
