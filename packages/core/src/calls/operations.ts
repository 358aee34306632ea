import type { SearchErrorCode } from "../ports/search.ts";
import type { MessageType } from "../types/message.ts";
import type { Variant } from "../types/platform.ts";

/**
 * The effect of an operation. A `read` changes nothing; an `effect` changes something; a `send` is an
 * effect that puts messages into the chat.
 */
export type OperationKind = "read" | "effect" | "send";

/** The key of `meta.permissions` that an operation requires of plugins that declare permissions. */
export type OperationPermission = "ai" | "search" | "media" | "proactive" | "creds" | "hosts";

/** A row of {@link OPERATIONS}. */
export interface Operation {
  readonly kind: OperationKind;
  readonly permission?: OperationPermission;
  /** The limit that also counts this operation, besides `hostCalls`, which counts all operations. */
  readonly limit?: "sends" | "fetches";
  /** The variant that has the operation, if only one does. @default both */
  readonly variant?: Variant;
  /** The kind of answer, if it is not a JSON value: nothing, or the bytes of a medium. @default JSON */
  readonly answer?: "nothing" | "bytes";
  /**
   * Where the arguments of an operation with the permission `proactive` name the chat: the first is the
   * message that is answered, or a person's id; with a token, the third is the context token of that chat.
   */
  readonly destination?: "message" | "user" | "user-and-token";
  /** The format of the text that the operation sends; the text is its second argument. @default it sends no text */
  readonly text?: "markdown" | "plain";
  /** The type of the medium that the operation sends or downloads. @default no medium, or one of any type */
  readonly medium?: Exclude<MessageType, "text">;
  /** How many arguments are values to store; they follow the first argument, which is their key. @default 0 */
  readonly storedValues?: number;
  /**
   * Whether arguments may be JSON with very many items and members: values to store, the messages of a model call.
   * @default small objects such as a message or a medium
   */
  readonly hasLargeArguments?: true;
  /** Whether its method takes a `RunInTurn` after its arguments, because its time grows with the stored data. */
  readonly takesTurn?: true;
  /**
   * Whether a handler should await the call; false where an unseen failure loses nothing. @default true but for reads
   */
  readonly needsAwait?: false;
  /**
   * Whether a restarted run reuses the outcome of its earlier call, because it costs credits or calls a remote
   * server.
   */
  readonly isReused?: true;
  /**
   * Whether its answer is secret: each field of the answer is removed from everything that is shown. Its first
   * argument, a text, names the secrets in placeholders.
   */
  readonly isSecret?: true;
  /** Whether the operation costs credits; its answer says how many in `credits_deducted`. */
  readonly isCharged?: true;
  /** The code of the `SearchError` for wrong arguments. @default an `InvalidInputError`, `INVALID_ARGUMENT` */
  readonly argumentCode?: SearchErrorCode;
  /** A line of example code, shown in the reference. */
  readonly example: string;
}

/**
 * The table of all host calls that a handler can make. Each key is a path in the handler's context.
 *
 * The types of arguments and results are those of the port's method. Validators, the sandbox's stubs, permission
 * checks, journal rules, size limits, warnings and the table in the reference are generated from these rows. To add
 * an operation: add its row, its method in the port, an implementation and a test, then run `pnpm generate`.
 */
export const OPERATIONS = {
  "bot.reply": {
    kind: "send",
    permission: "proactive",
    destination: "message",
    limit: "sends",
    text: "markdown",
    example: 'await bot.reply(msg, "**Hello**")',
  },
  "bot.sendText": {
    kind: "send",
    permission: "proactive",
    destination: "user-and-token",
    limit: "sends",
    text: "plain",
    example: 'await bot.sendText(msg.from, "Hello")',
  },
  "bot.sendImage": {
    kind: "send",
    permission: "proactive",
    destination: "user",
    limit: "sends",
    medium: "image",
    example: "await bot.sendImage(msg.from, bytes)",
  },
  "bot.sendVideo": {
    kind: "send",
    permission: "proactive",
    destination: "user",
    limit: "sends",
    medium: "video",
    example: "await bot.sendVideo(msg.from, bytes)",
  },
  "bot.sendFile": {
    kind: "send",
    permission: "proactive",
    destination: "user",
    limit: "sends",
    medium: "file",
    example: 'await bot.sendFile(msg.from, bytes, "report.pdf")',
  },
  "bot.sendVoice": {
    kind: "send",
    permission: "proactive",
    destination: "user-and-token",
    limit: "sends",
    variant: "single",
    medium: "voice",
    example: "await bot.sendVoice(msg.from, silk)",
  },
  "bot.sendTyping": {
    kind: "effect",
    permission: "proactive",
    destination: "user",
    answer: "nothing",
    needsAwait: false,
    example: "await bot.sendTyping(msg.from)",
  },
  "bot.cancelTyping": {
    kind: "effect",
    permission: "proactive",
    destination: "user",
    answer: "nothing",
    needsAwait: false,
    example: "await bot.cancelTyping(msg.from)",
  },
  "bot.downloadImage": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    medium: "image",
    example: "const bytes = await bot.downloadImage(msg.image)",
  },
  "bot.downloadVoice": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    medium: "voice",
    example: "const bytes = await bot.downloadVoice(msg.voice)",
  },
  "bot.downloadFile": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    medium: "file",
    example: "const bytes = await bot.downloadFile(msg.file)",
  },
  "bot.downloadVideo": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    medium: "video",
    example: "const bytes = await bot.downloadVideo(msg.video)",
  },
  "bot.downloadRaw": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadRaw(msg.image.media.encrypt_query_param)",
  },
  "storage.get": {
    kind: "read",
    takesTurn: true,
    example: 'const visits = await storage.get("visits")',
  },
  "storage.set": {
    kind: "effect",
    storedValues: 1,
    hasLargeArguments: true,
    takesTurn: true,
    answer: "nothing",
    example: 'await storage.set("visits", 3)',
  },
  "storage.compareAndSet": {
    kind: "effect",
    storedValues: 2,
    hasLargeArguments: true,
    takesTurn: true,
    example: 'const isSet = await storage.compareAndSet("votes", votes, votes + 1)',
  },
  "storage.delete": {
    kind: "effect",
    answer: "nothing",
    example: 'await storage.delete("visits")',
  },
  "storage.keys": {
    kind: "read",
    takesTurn: true,
    example: "const keys = await storage.keys()",
  },
  "storage.clear": { kind: "effect", answer: "nothing", example: "await storage.clear()" },
  "aiService.callModel": {
    kind: "effect",
    permission: "ai",
    variant: "multi",
    hasLargeArguments: true,
    isReused: true,
    isCharged: true,
    example:
      'const { text } = await aiService.callModel({ model, messages: [{ role: "user", content: msg.text }] })',
  },
  "aiService.getModelsByCategory": {
    kind: "read",
    permission: "ai",
    variant: "multi",
    example: 'const models = await aiService.getModelsByCategory("chat")',
  },
  "aiService.getModelInfo": {
    kind: "read",
    permission: "ai",
    variant: "multi",
    example: "const info = await aiService.getModelInfo(model)",
  },
  "aiService.isFreeModel": {
    kind: "read",
    permission: "ai",
    variant: "multi",
    example: "const free = await aiService.isFreeModel(model)",
  },
  "aiService.getImageUsageToday": {
    kind: "read",
    permission: "ai",
    variant: "multi",
    example: "const used = await aiService.getImageUsageToday()",
  },
  "aiService.getFreeImageQuota": {
    kind: "read",
    permission: "ai",
    variant: "multi",
    example: "const { dailyPerUser } = await aiService.getFreeImageQuota()",
  },
  "searchService.search": {
    kind: "effect",
    permission: "search",
    variant: "multi",
    needsAwait: false,
    isReused: true,
    argumentCode: "INVALID_QUERY",
    example: 'const { results } = await searchService.search("weather Berlin", { maxResults: 3 })',
  },
  getPlatformCreds: {
    kind: "read",
    permission: "creds",
    variant: "multi",
    isSecret: true,
    example: 'const creds = await getPlatformCreds("feishu")',
  },
  fetch: {
    kind: "effect",
    permission: "hosts",
    limit: "fetches",
    isReused: true,
    example: 'const response = await fetch("https://api.example.com/weather")',
  },
} as const;

/** The name of an operation that a plugin can call. */
export type GuestOperation = keyof typeof OPERATIONS;

/** The name of an operation of the context: every operation but the global `fetch`. */
export type ContextOperation = Exclude<GuestOperation, "fetch">;

/** Operations that the sandbox itself requests: time and randomness of a call, and the firing of timers. */
export type InternalOperation = "call.start" | "timer";

/** Every operation that a journal can contain. */
export type HostOperation = GuestOperation | InternalOperation;
