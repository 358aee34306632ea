import type { HandlerContext, SingleHandlerContext } from "../types/context.ts";
import type { Variant } from "../types/platform.ts";
import type { FetchResult } from "./fetch-result.ts";

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
  /** The limit of a call that counts the operation, in addition to `hostCalls`, which counts all. */
  readonly limit?: "sends" | "fetches";
  /** The only variant that has the operation. @default both */
  readonly variant?: Variant;
  /** What it answers, where that is no value of JSON: nothing, or the bytes of a medium. @default JSON */
  readonly answer?: "nothing" | "bytes";
  /** How many of its arguments are values to store: those behind the first, which is their key. @default 0 */
  readonly storedValues?: number;
  /** A failure that goes unseen loses nothing, so that a handler need not await it. @default true but for reads */
  readonly needsAwait?: false;
  /** A run that is started again gets the outcome of its former call: it is paid for, or asks the world outside. */
  readonly isReused?: true;
  /** A line of example code, shown in the plugin guide. */
  readonly example: string;
}

/**
 * The table of all host calls that a handler can make. Each key is a path in the handler's context.
 *
 * Types of arguments and results are those of the port's method. Validators, the sandbox's stubs,
 * permission checks, journal rules, sizes, warnings and the guide's table are made from these rows. To add an
 * operation: add its row, its method in the port, an implementation and a test, then run `pnpm generate`.
 */
export const OPERATIONS = {
  "bot.reply": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    example: 'await bot.reply(msg, "**Hello**")',
  },
  "bot.sendText": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    example: 'await bot.sendText(msg.from, "Hello")',
  },
  "bot.sendImage": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    example: "await bot.sendImage(msg.from, bytes)",
  },
  "bot.sendVideo": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    example: "await bot.sendVideo(msg.from, bytes)",
  },
  "bot.sendFile": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    example: 'await bot.sendFile(msg.from, bytes, "report.pdf")',
  },
  "bot.sendVoice": {
    kind: "send",
    permission: "proactive",
    limit: "sends",
    variant: "single",
    example: "await bot.sendVoice(msg.from, silk)",
  },
  "bot.sendTyping": {
    kind: "effect",
    permission: "proactive",
    answer: "nothing",
    needsAwait: false,
    example: "await bot.sendTyping(msg.from)",
  },
  "bot.cancelTyping": {
    kind: "effect",
    permission: "proactive",
    answer: "nothing",
    needsAwait: false,
    example: "await bot.cancelTyping(msg.from)",
  },
  "bot.downloadImage": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadImage(msg.image)",
  },
  "bot.downloadVoice": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadVoice(msg.voice)",
  },
  "bot.downloadFile": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadFile(msg.file)",
  },
  "bot.downloadVideo": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadVideo(msg.video)",
  },
  "bot.downloadRaw": {
    kind: "read",
    permission: "media",
    answer: "bytes",
    example: "const bytes = await bot.downloadRaw(msg.image.media.encrypt_query_param)",
  },
  "storage.get": { kind: "read", example: 'const visits = await storage.get("visits")' },
  "storage.set": {
    kind: "effect",
    storedValues: 1,
    answer: "nothing",
    example: 'await storage.set("visits", 3)',
  },
  "storage.compareAndSet": {
    kind: "effect",
    storedValues: 2,
    example: 'const isSet = await storage.compareAndSet("votes", votes, votes + 1)',
  },
  "storage.delete": {
    kind: "effect",
    answer: "nothing",
    example: 'await storage.delete("visits")',
  },
  "storage.keys": { kind: "read", example: "const keys = await storage.keys()" },
  "storage.clear": { kind: "effect", answer: "nothing", example: "await storage.clear()" },
  "aiService.callModel": {
    kind: "effect",
    permission: "ai",
    variant: "multi",
    isReused: true,
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
    example: 'const { results } = await searchService.search("weather Berlin", { maxResults: 3 })',
  },
  getPlatformCreds: {
    kind: "read",
    permission: "creds",
    variant: "multi",
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

/** Operations that the sandbox itself requests: time and randomness of a call, and the ringing of timers. */
export type InternalOperation = "call.start" | "timer";

/** Every operation that a journal can contain. */
export type HostOperation = GuestOperation | InternalOperation;

/** What both variants have. */
type AnyContext = HandlerContext & SingleHandlerContext;

/** The type of the context's method with this path. */
type MethodOf<Name extends string> = Name extends keyof AnyContext
  ? AnyContext[Name]
  : Name extends `${infer Service extends keyof AnyContext}.${infer Method}`
    ? MemberOf<AnyContext[Service], Method>
    : never;

type MemberOf<Service, Name> = Name extends keyof Service ? NonNullable<Service[Name]> : never;

/** The argument types of each operation. */
export type OperationArguments = {
  [Name in ContextOperation]: MethodOf<Name> extends (...args: infer Args) => unknown
    ? Args
    : never;
} & {
  fetch: [
    url: string,
    head: { method: string; headers: [name: string, value: string][] },
    body?: Uint8Array,
  ];
  "call.start": [];
  timer: [ms: number];
};

/** The type of a result in a journal: plain bytes in place of a `Buffer`. */
type Recorded<Result> = Result extends Uint8Array ? Uint8Array : Result;

/** The result type of each operation. */
export type HostCallResults = {
  [Name in ContextOperation]: MethodOf<Name> extends (...args: never) => Promise<infer Result>
    ? Recorded<Result>
    : never;
} & {
  fetch: FetchResult;
  "call.start": CallSeed;
  timer: void;
};

/** The time and randomness with which a sandboxed call starts. */
export interface CallSeed {
  /** Milliseconds since 1970: the value of `Date.now()` until the first host call is answered. */
  now: number;
  /** Seeds `Math.random`. @type uint32 */
  seed: number;
  /** 32 random bytes as hexadecimal digits, from which everything that `crypto` generates is derived. */
  key: string;
}

/** What a row says of its answer, by the result of the port's method. */
type AnswerOf<Result> = Result extends Uint8Array
  ? { readonly answer: "bytes" }
  : [Result] extends [void]
    ? { readonly answer: "nothing" }
    : { readonly answer?: undefined };

const typedRows: {
  readonly [Name in GuestOperation]: Operation & AnswerOf<HostCallResults[Name]>;
} = OPERATIONS;
const rows: Readonly<Record<string, Operation>> = typedRows;

/** Returns the row of an operation; undefined for a name that plugins cannot call. */
export function findOperation(name: string): Operation | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** Whether the name is that of an operation of the context. */
export function isContextOperation(name: string): name is ContextOperation {
  return name !== "fetch" && Object.hasOwn(rows, name);
}

/** Whether the name is an `InternalOperation`. */
export function isInternal(name: string): name is InternalOperation {
  return name === "call.start" || name === "timer";
}

/** Whether the operation changes something: journals have its beginning before it is performed. */
export function isEffect(name: string): boolean {
  const kind = findOperation(name)?.kind;
  return kind !== undefined && kind !== "read";
}

/** Whether the operation puts messages into the chat. */
export function isSend(name: string): boolean {
  return findOperation(name)?.kind === "send";
}

/** How many of the operation's arguments are values to store; 0 for all but writes of storage. */
export function countStoredValues(name: string): number {
  return findOperation(name)?.storedValues ?? 0;
}

/** Whether the operation returns the bytes of a medium. */
export function isDownload(name: string): boolean {
  return findOperation(name)?.answer === "bytes";
}

/**
 * The method names of a service; for the empty prefix those of the context itself.
 *
 * @example
 * methodsOf("storage."); // ["get", "set", "delete", "keys", "clear"]
 */
export function methodsOf(prefix: string): readonly string[] {
  return METHODS.get(prefix) ?? [];
}

/** Method names by prefix, precomputed because every run of a handler reads them. */
const METHODS: ReadonlyMap<string, readonly string[]> = groupMethods();

function groupMethods(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of Object.keys(rows)) {
    const prefix = name.slice(0, name.indexOf(".") + 1);
    groups.set(prefix, [...(groups.get(prefix) ?? []), name.slice(prefix.length)]);
  }
  return groups;
}
