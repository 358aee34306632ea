import type { Platform } from "@botwright/core";
import type { UserMessage, SentMessage } from "@botwright/simulators";

/** One file that uses whatever a message can bring and a bot can send. It knows no platform. */
export const ECHO_PLUGIN = `
  export const meta = { slug: "parrot", name: "Parrot" };
  export async function handler({ bot, msg, storage, mediaBuffer, quotedMessage }) {
    if (msg.text === "slow") await bot.sendTyping(msg.from);
    if (msg.type === "image") await bot.sendImage(msg.from, mediaBuffer);
    else if (msg.type === "video") await bot.sendVideo(msg.from, mediaBuffer);
    else if (msg.type === "file") await bot.sendFile(msg.from, mediaBuffer, "copy-" + msg.file.file_name);
    else if (msg.type === "voice") {
      await bot.sendText(msg.from, "heard <" + msg.voice.text + "> <" + msg.text + "> " + mediaBuffer.toString("hex"));
    } else if (quotedMessage !== null) {
      await bot.sendText(msg.from, msg.textWithQuote + " (" + quotedMessage.text + ")", msg.contextToken);
    } else if (msg.text === "long") {
      const row = (n) => "- **row " + n + "** with \`code\` and [a link](https://example.com/" + n + ")";
      await bot.reply(msg, ["# Title", ...Array.from({ length: 200 }, (_, n) => row(n))].join("\\n"));
    } else {
      const count = ((await storage.get("count")) ?? 0) + 1;
      await storage.set("count", count);
      await bot.reply(msg, "Message **" + count + "**: " + msg.text);
    }
    return { handled: true };
  }`;

/** All that a plugin author can notice of the platforms, in this conversation. */
interface Differences {
  /** Under which name a quote shows the bot; `undefined`: people cannot answer a message in particular. */
  readonly botInQuotes: string | undefined;
  /** Whether a voice message has a transcription. */
  readonly transcription: boolean;
  /** Whether people see that the bot is typing. */
  readonly typing: boolean;
  /** In how many messages a text of about 7,000 characters arrives. */
  readonly parts: number;
}

export const DIFFERENCES: Readonly<Record<Platform, Differences>> = {
  wechat: { botInQuotes: "Simulated Bot", transcription: true, typing: true, parts: 4 },
  feishu: { botInQuotes: "Simulated Bot", transcription: false, typing: true, parts: 2 },
  wecom: { botInQuotes: undefined, transcription: true, typing: false, parts: 4 },
  dingtalk: { botInQuotes: "Simulated Bot", transcription: true, typing: false, parts: 2 },
  telegram: { botInQuotes: "Simulated Bot", transcription: false, typing: true, parts: 2 },
};

const PNG: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
const MP4: Buffer = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2 and what follows", "latin1");
export const SILK: Buffer = Buffer.from("\x02#!SILK_V3 and what follows", "latin1");
const NOTES: Buffer = Buffer.from("line 1\nline 2\n你好\n");

/** The long answer as plain text: chats show no Markdown. */
export const LONG: string = [
  "Title",
  ...Array.from({ length: 200 }, (_, n) => `• row ${n} with code and a link`),
].join("\n");

/** A message of a person, and the expected answer. */
interface Turn {
  readonly say: UserMessage;
  readonly answer: Partial<SentMessage>;
}

/** The conversation, which is the same everywhere except for the differences. */
export function conversation(from: string, differences: Differences): Turn[] {
  const { botInQuotes: bot, transcription } = differences;
  const words = transcription ? "buy milk" : "";
  const quote = { text: "Message 1: 你好" };
  const shown = bot === "" ? quote.text : `${bot} | ${quote.text}`;
  const turns: Turn[] = [
    { say: { from, text: "你好" }, answer: { type: "text", text: "Message 1: 你好" } },
    {
      say: { from, image: { bytes: PNG, name: "dot.png" } },
      answer: { type: "image", bytes: PNG },
    },
    {
      say: { from, voice: { bytes: SILK, ...(transcription && { transcription: words }) } },
      answer: { type: "text", text: `heard <${words}> <${words}> ${SILK.toString("hex")}` },
    },
    {
      say: { from, video: { bytes: MP4, name: "clip.mp4" } },
      answer: { type: "video", bytes: MP4 },
    },
    {
      say: { from, file: { bytes: NOTES, name: "notes.txt" } },
      answer: { type: "file", name: "copy-notes.txt", bytes: NOTES },
    },
  ];
  if (bot === undefined) return turns;
  const answer = `[引用: ${quote.text}]\nand this? (${shown})`;
  return [
    ...turns,
    { say: { from, text: "and this?", quote }, answer: { type: "text", text: answer } },
  ];
}
