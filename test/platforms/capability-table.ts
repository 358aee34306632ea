import {
  type AdapterCapabilities,
  LIMITS,
  type MessageType,
  type Platform,
  type PlatformBinding,
  type TextUnit,
  type Transport,
} from "@botwright/core";
import { markdownTable } from "../written-table.ts";

/** What a row is drawn from. */
export interface CapabilityRow {
  readonly binding: Pick<PlatformBinding, "platform" | "label" | "transports">;
  readonly capabilities: AdapterCapabilities;
  readonly cancelTyping: boolean;
}

/** What a plugin author has to know besides: no code tells that. */
const NOTES: Readonly<Record<Platform, string>> = {
  wechat: "one message every 1.5 s; phones hide voice that bots send",
  feishu: "Lark is the same; the indicator is a reaction on the user's message",
  wecom: "a member is shown 30 messages a minute, 1000 an hour",
  dingtalk: "people outside of the organisation can be answered by text for 90 minutes",
  telegram: "a bot cannot write first; files of users up to 20 MiB",
};

const WAYS: Readonly<Record<Transport, string>> = {
  "long-polling": "long polling",
  "long-connection": "long connection",
  callback: "callback",
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
  "voice transcription",
  "longest text",
  "parts of 64 KiB",
  "idempotency key",
  "lacks",
  "besides",
];

/** The cells of a row, in the order of the titles. */
export function cellsOf({ binding, capabilities, cancelTyping }: CapabilityRow): string[] {
  const { receive, send, typing, quotes, transcription, idempotency } = capabilities;
  const lacks = [
    ...KINDS.filter((kind) => !receive.includes(kind)).map((kind) => `${kind} in`),
    ...KINDS.filter((kind) => !send.includes(kind)).map((kind) => `${kind} out`),
    ...(typing ? [] : ["typing"]),
    ...(quotes ? [] : ["quotes"]),
    ...(transcription ? [] : ["voice transcription"]),
    ...(idempotency ? [] : ["idempotency key"]),
  ];
  return [
    `**${binding.label.en}**`,
    binding.transports.map((transport) => WAYS[transport]).join(", or "),
    receive.length === KINDS.length ? "all kinds" : receive.join(", "),
    KINDS.filter((kind) => send.includes(kind))
      .map((kind) => sendCell(kind, capabilities))
      .join(", "),
    yes(typing),
    yes(cancelTyping),
    yes(quotes),
    yes(transcription),
    capabilities.textLimits.map(({ unit, max }) => `${max} ${UNITS[unit]}`).join(" and "),
    String(partsOf(capabilities)),
    yes(idempotency),
    lacks.join(", "),
    NOTES[binding.platform],
  ];
}

/** The messages that the longest text of a plugin takes, in letters of one byte. */
function partsOf({ textLimits }: AdapterCapabilities): number {
  return Math.max(...textLimits.map(({ max }) => Math.ceil(LIMITS.text.maxBytes / max)));
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
export function capabilityTable(rows: readonly CapabilityRow[]): string {
  return markdownTable([TITLES, ...rows.map(cellsOf)]);
}
