import { orList } from "../../rules/validation/type-in-words.ts";
import { LIMITS } from "../../rules/limits.ts";
import { PLATFORMS } from "../../types/platform.ts";
import type { OperationArguments } from "../operation-types.ts";
import type { HostOperation } from "../operations.ts";

/** The positions of arguments, as words in error messages. */
export const ORDINALS: readonly string[] = ["first", "second", "third", "fourth"];

/** Describes what one argument of an operation must be, in words for plugin authors that follow "must be". */
export interface ArgumentWords {
  readonly is: string;
  /** The same for members that have their own description, by path; `[]` stands for any item of a list. */
  readonly members?: Readonly<Record<string, string>>;
  /** Whether an error may show the given text, because it cannot be a secret. */
  readonly isShown?: true;
  /** Whether the argument is a user id of the chat; authors often pass the bot owner's id by mistake. */
  readonly isUser?: true;
  /** The members that are names, whose length `findLongName` limits; "" stands for the argument itself. */
  readonly names?: readonly string[];
}

/** A description for each argument of a list; the type makes sure that none is missing. */
type WordsOf<Arguments extends readonly unknown[]> = {
  readonly [Position in keyof Arguments]-?: ArgumentWords;
};

/** Words for each argument of each operation. */
type OperationWords = {
  readonly [Operation in HostOperation]: WordsOf<OperationArguments[Operation]>;
};

const ITSELF = [""];
const MSG = { is: "msg", names: ["from", "contextToken"] };
const USER = { is: "a user id as text, such as msg.from", isUser: true, names: ITSELF } as const;
const TEXT = { is: "a text or a number" };
const TOKEN = { is: "a context token as text, such as msg.contextToken", names: ITSELF };
const BYTES = { is: "bytes: a Buffer or a Uint8Array" };
const KEY = { is: `a key: a text of 1 to ${LIMITS.storage.keyCharacters} characters` };
const VALUE = { is: "a value that JSON can hold" };
const MODEL = { is: "the name of a model, as text", names: ITSELF };
const NUMBER = "a number";
const shown = (names: readonly string[]): ArgumentWords => ({
  is: orList(names.map((name) => `"${name}"`)),
  isShown: true,
});

/**
 * The descriptions of all arguments of all operations. An error message about a wrong argument consists of its position
 * and its description; the type names of the validators never reach a plugin author.
 */
export const ARGUMENT_WORDS: OperationWords = {
  "bot.reply": [MSG, TEXT],
  "bot.sendText": [USER, TEXT, TOKEN],
  "bot.sendImage": [USER, BYTES],
  "bot.sendVideo": [USER, BYTES],
  "bot.sendFile": [USER, BYTES, { is: 'a file name as text, such as "report.pdf"', names: ITSELF }],
  "bot.sendVoice": [
    USER,
    BYTES,
    TOKEN,
    {
      is: "{ encodeType, sampleRate, playtime }",
      members: { encodeType: NUMBER, sampleRate: NUMBER, playtime: NUMBER },
    },
  ],
  "bot.sendTyping": [USER],
  "bot.cancelTyping": [USER],
  "bot.downloadImage": [{ is: "msg.image" }],
  "bot.downloadVoice": [{ is: "msg.voice" }],
  "bot.downloadFile": [{ is: "msg.file" }],
  "bot.downloadVideo": [{ is: "msg.video" }],
  "bot.downloadRaw": [{ is: "a reference as text, such as msg.image.media.encrypt_query_param" }],
  "storage.get": [KEY],
  "storage.set": [KEY, VALUE],
  "storage.compareAndSet": [KEY, VALUE, VALUE],
  "storage.delete": [KEY],
  "storage.keys": [],
  "storage.clear": [],
  "aiService.callModel": [
    {
      is: "{ model, messages } or { model, imagePrompt }",
      names: ["model", "imageSize"],
      members: {
        model: "the name of a model, as text",
        messages: "a list of { role, content }",
        "messages[]": "{ role, content }",
        "messages[].role": '"system", "user" or "assistant"',
        "messages[].content": "a text, or a list of parts",
        systemPrompt: "a text",
        maxTokens: NUMBER,
        imagePrompt: "a text",
        imageSize: 'a text such as "1024x1024"',
      },
    },
  ],
  "aiService.getModelsByCategory": [shown(["chat", "vision", "image"])],
  "aiService.getModelInfo": [MODEL],
  "aiService.isFreeModel": [MODEL],
  "aiService.getImageUsageToday": [],
  "aiService.getFreeImageQuota": [],
  "searchService.search": [
    { is: `a query: a text of 1 to ${LIMITS.search.queryCharacters} characters` },
    {
      is: "options such as { maxResults: 3 }",
      members: {
        maxResults: `a whole number from ${LIMITS.search.resultsMin} to ${LIMITS.search.resultsMax}`,
        region: 'a region as text, such as "de-de"',
      },
    },
  ],
  getPlatformCreds: [shown(PLATFORMS)],
  fetch: [{ is: "a full URL" }, { is: "a method and headers" }, BYTES],
  "call.start": [],
  timer: [{ is: "milliseconds" }],
};
