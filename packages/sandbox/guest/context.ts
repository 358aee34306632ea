import { GuestBuffer } from "./buffer.ts";
import { call } from "./calls.ts";
import { assertBytes, host } from "./host.ts";

/** What the host tells of a call before it starts; the rest is asked for. */
interface ContextSnapshot {
  platform: string;
  msg: unknown;
  config: unknown;
  botDbId: number;
  userId: number;
  quotedMessage: unknown;
  messageId: number | null;
  /** Which names there are. */
  variant: "multi" | "single";
  /** Whether there is a medium. */
  media: boolean;
  /** Host calls that may be open at once, and in all, where they are not the usual ones. */
  hostCalls?: [open: number, all: number];
}

type Method = (...args: unknown[]) => Promise<unknown>;

const decodeBytes = (_json: string, bytes: ArrayBuffer | undefined): unknown =>
  GuestBuffer.from(bytes ?? new ArrayBuffer(0));

/** Makes an object whose methods are host calls `<group>.<method>`. */
function operations(group: string, methods: readonly string[]): Record<string, Method> {
  return Object.fromEntries(
    methods.map((name) => {
      const operation = `${group}.${name}`;
      const decode = name.startsWith("download") ? decodeBytes : undefined;
      return [name, (...args: unknown[]) => call(operation, args, decode)];
    }),
  );
}

const botMethods = operations("bot", [
  "reply",
  "sendText",
  "sendImage",
  "sendVideo",
  "sendFile",
  "sendTyping",
  "cancelTyping",
  "downloadImage",
  "downloadVoice",
  "downloadFile",
  "downloadVideo",
  "downloadRaw",
]);
const voiceMethods = operations("bot", ["sendVoice"]);
const storage = operations("storage", ["get", "set", "delete", "keys", "clear"]);
const aiService = operations("aiService", [
  "callModel",
  "getModelsByCategory",
  "getModelInfo",
  "isFreeModel",
  "getImageUsageToday",
  "getFreeImageQuota",
]);
const searchService = operations("searchService", ["search"]);
const getPlatformCreds: Method = (...args) => call("getPlatformCreds", args);

/** What plugins see beside the globals, to be hardened like them. */
export const contextRoots: readonly unknown[] = [
  botMethods,
  voiceMethods,
  storage,
  aiService,
  searchService,
  getPlatformCreds,
];

/** Builds the handler's first argument. */
export function createContext(snapshot: ContextSnapshot): object {
  const { platform, variant, media, hostCalls: _calls, ...plain } = snapshot;
  const isSingle = variant === "single";
  const bot = { platform, ...botMethods, ...(isSingle ? voiceMethods : {}) };
  const context = {
    ...plain,
    bot: Object.freeze(bot),
    storage,
    ...(isSingle ? {} : { aiService, searchService, getPlatformCreds }),
    mediaBuffer: null,
  };
  if (media) defineMedia(context);
  return context;
}

/** A plain property for the author; the bytes cross only when it is first read. */
function defineMedia(context: object): void {
  const keep = (value: unknown): void => {
    Object.defineProperty(context, "mediaBuffer", {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  };
  Object.defineProperty(context, "mediaBuffer", {
    get() {
      const bytes = host().media();
      const value = bytes === null ? null : GuestBuffer.from(assertBytes(bytes));
      keep(value);
      return value;
    },
    set: keep,
    enumerable: true,
    configurable: true,
  });
}
