import { cutText, type JsonValue, shortenText } from "@botwright/core";
import type { DemoAnswer, DemoChatRequest, DemoMessage } from "./demo-types.ts";

/** Bytes of UTF-8 that count as a token. */
const BYTES_PER_TOKEN = 4;
/** Tokens of a message besides its contents. */
const MESSAGE_TOKENS = 4;
const PICTURE_TOKENS = 256;
/** The most characters of the user's text that an answer repeats. */
const SHOWN = 200;

/** Answers a chat by rule: the same messages always get the same answer and the same numbers of tokens. */
export function answerChat({
  model,
  messages,
  max_tokens: maxTokens,
}: DemoChatRequest): DemoAnswer {
  const isEcho = model === "demo-echo";
  const whole = isEcho ? JSON.stringify(messages) : describe(messages);
  // An echo is not cut to `max_tokens`, because a part of it would not be valid JSON.
  const text =
    isEcho || maxTokens === undefined ? whole : cutText(whole, maxTokens * BYTES_PER_TOKEN, "utf8");
  const promptTokens = messages.reduce((sum, message) => sum + tokensOf(message), 0);
  const completionTokens = tokensIn(text);
  return {
    status: 200,
    body: {
      id: "chatcmpl-demo",
      object: "chat.completion",
      created: 0,
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          finish_reason: text.length < whole.length ? "length" : "stop",
        },
      ],
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    },
  };
}

/** Describes what the model was asked, in Chinese if the user's text has Chinese characters, else in English. */
function describe(messages: readonly DemoMessage[]): string {
  const said = messages.filter(({ role }) => role === "user");
  const { content = "" } = said.at(-1) ?? {};
  const parts = partsOf(content);
  const text = parts
    .map(textOf)
    .filter((part) => part !== undefined)
    .join("\n");
  const pictures = parts.filter((part) => textOf(part) === undefined).length;
  const shown = shortenText(text, SHOWN);
  if (/\p{Script=Han}/u.test(text)) {
    const seen = pictures === 0 ? "" : `我看到 ${pictures} 张图片。`;
    return `[demo] 我是演示模型，只按规则回答。${seen}这是您的第 ${said.length} 条消息：“${shown}”`;
  }
  const seen = pictures === 0 ? "" : ` I see ${pictures} picture${pictures === 1 ? "" : "s"}.`;
  return `[demo] I am a demo and answer by rule.${seen} This is your message ${said.length}: “${shown}”`;
}

function partsOf(content: JsonValue): readonly JsonValue[] {
  return Array.isArray(content) ? content : [content];
}

/** The text of a content part; `undefined` for a picture. */
function textOf(part: JsonValue): string | undefined {
  if (typeof part === "string") return part;
  const text: unknown = typeof part === "object" && part !== null ? Reflect.get(part, "text") : "";
  return typeof text === "string" ? text : undefined;
}

function tokensOf({ content }: DemoMessage): number {
  return partsOf(content).reduce<number>((sum, part) => {
    const text = textOf(part);
    return sum + (text === undefined ? PICTURE_TOKENS : tokensIn(text));
  }, MESSAGE_TOKENS);
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
