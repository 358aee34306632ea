import type { AdapterCapabilities, MessageType, Platform, TextUnit } from "@botwright/core";
import { markdownTable } from "../written-table.ts";

/** What a row is drawn from. */
export interface TableRow {
  readonly platform: Platform;
  readonly capabilities: AdapterCapabilities;
  readonly cancelTyping: boolean;
}

/** How messages arrive, and notes for plugin authors that no code contains. */
const WORDS: Readonly<Record<Platform, { name: string; ways: string; notes: string }>> = {
  wechat: {
    name: "WeChat",
    ways: "long polling",
    notes: "one message every 1.5 s; phones hide voice that bots send",
  },
  feishu: {
    name: "Feishu, Lark",
    ways: "long connection, or callback",
    notes: "the indicator is a reaction on the user's message",
  },
  wecom: {
    name: "WeCom",
    ways: "callback",
    notes: "a member is shown 30 messages a minute, 1000 an hour",
  },
  dingtalk: {
    name: "DingTalk",
    ways: "Stream mode, or callback",
    notes: "people outside of the organisation can be answered by text for 90 minutes",
  },
  telegram: {
    name: "Telegram",
    ways: "long polling, or webhook",
    notes: "a bot cannot write first; files of users up to 20 MiB",
  },
};

const KINDS: readonly MessageType[] = ["text", "image", "voice", "file", "video"];
const UNITS: Readonly<Record<TextUnit, string>> = {
  utf16: "UTF-16 units",
  utf8: "UTF-8 bytes",
  character: "characters",
};
const TITLES = [
  "",
  "receives by",
  "receives",
  "sends, up to",
  "typing",
  "cancel",
  "quotes",
  "words of voice",
  "longest text",
  "idempotency key",
  "lacks",
  "besides",
];

/** The cells of a row, in the order of the titles. */
export function cellsOf({ platform, capabilities, cancelTyping }: TableRow): string[] {
  const { receive, send, typing, quotes, transcription, idempotency } = capabilities;
  const { name, ways, notes } = WORDS[platform];
  const lacks = [
    ...KINDS.filter((kind) => !receive.includes(kind)).map((kind) => `${kind} in`),
    ...KINDS.filter((kind) => !send.includes(kind)).map((kind) => `${kind} out`),
    ...(typing ? [] : ["typing"]),
    ...(quotes ? [] : ["quotes"]),
    ...(transcription ? [] : ["words of voice"]),
    ...(idempotency ? [] : ["idempotency key"]),
  ];
  return [
    `**${name}**`,
    ways,
    receive.length === KINDS.length ? "all kinds" : receive.join(", "),
    KINDS.filter((kind) => send.includes(kind))
      .map((kind) => sendCell(kind, capabilities))
      .join(", "),
    yes(typing),
    yes(cancelTyping),
    yes(quotes),
    yes(transcription),
    capabilities.textLimits.map(({ unit, max }) => `${max} ${UNITS[unit]}`).join(" and "),
    yes(idempotency),
    lacks.join(", "),
    notes,
  ];
}

function yes(is: boolean): string {
  return is ? "yes" : "–";
}

function sendCell(kind: MessageType, { mediaLimits }: AdapterCapabilities): string {
  const limit = mediaLimits[kind];
  if (limit === undefined) return kind;
  const asFile = limit.asFileAbove;
  if (asFile === undefined) return `${kind} ${mebibytes(limit.max)}`;
  return `${kind} ${mebibytes(asFile)} (as a file ${mebibytes(limit.max)})`;
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

/** The table in Markdown. */
export function tableOf(rows: readonly TableRow[]): string {
  return markdownTable([TITLES, ...rows.map(cellsOf)]);
}
