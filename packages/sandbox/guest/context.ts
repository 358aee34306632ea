import { GuestBuffer } from "./bytes/buffer.ts";
import {
  BYTE_ANSWERS,
  CONTEXT_OPERATIONS,
  SINGLE_OPERATIONS,
} from "../src/generated/guest-operations.ts";
import { PLUGIN_FILE } from "../src/protocol/errors.ts";
import { updateValue } from "../../core/src/rules/storage/update-value.ts";
import { call } from "./calls.ts";
import { isObject, textOf, withoutStack } from "./errors.ts";
import { assertBytes, host } from "./host.ts";

/** The data that the host passes when a call starts; the guest gets everything else by host calls. */
interface ContextSnapshot {
  /** The context's plain values: `msg`, `config`, … */
  context: Record<string, unknown>;
  platform: string;
  /** Which names there are. */
  variant: "multi" | "single";
  /** Whether there is a medium. */
  media: boolean;
  /** Most host calls at once and in total; absent for the defaults. */
  hostCalls?: [open: number, all: number];
}

type Method = (...args: unknown[]) => Promise<unknown>;

const decodeBytes = (_json: string, bytes: ArrayBuffer | undefined): unknown =>
  GuestBuffer.from(bytes ?? new ArrayBuffer(0));

/** Creates a method that is a host call. */
function method(operation: string): Method {
  const decode = BYTE_ANSWERS.includes(operation) ? decodeBytes : undefined;
  return (...args) => call(operation, args, decode);
}

/** Rejects with the error, without its stack if the stack names no line of the plugin but only the bootstrap. */
function rejectAtAwait(error: unknown): Promise<never> {
  const isPluginsOwn = isObject(error) && textOf(error["stack"]).includes(PLUGIN_FILE);
  return Promise.reject(isPluginsOwn ? error : withoutStack(error));
}

/** Creates an object whose methods are the host calls `<service>.<method>`. */
function service(name: string, isWanted: (operation: string) => boolean = () => true): object {
  const prefix = `${name}.`;
  const operations = CONTEXT_OPERATIONS.filter((one) => one.startsWith(prefix) && isWanted(one));
  return Object.fromEntries(operations.map((one) => [one.slice(prefix.length), method(one)]));
}

const storageCalls = {
  get: method("storage.get"),
  compareAndSet: method("storage.compareAndSet"),
};
const isSingleOnly = (operation: string): boolean => SINGLE_OPERATIONS.includes(operation);
const botMethods = service("bot", (operation) => !isSingleOnly(operation));
const singleBotMethods = service("bot", isSingleOnly);
const storage = {
  ...service("storage"),
  // `update` consists of two host calls; the `change` function stays in the guest.
  update: (key: string, change: (value: unknown) => unknown) =>
    updateValue(storageCalls, key, change).catch(rejectAtAwait),
};
/** In the multi-platform variant, the sends of the single-platform variant have no effect, like unsupported ones. */
const ignoreSend = async (): Promise<object> => ({ status: "ignored" });
const aiService = service("aiService");
const searchService = service("searchService");
const getPlatformCreds = method("getPlatformCreds");

/** The objects that plugins reach besides the globals; they are hardened like these. */
export const contextRoots: readonly unknown[] = [
  botMethods,
  singleBotMethods,
  storage,
  aiService,
  searchService,
  getPlatformCreds,
  ignoreSend,
];

/** A frozen bot but for its platform: part of the image, so that a call has nothing to build. */
function createBot(methods: object, hidden: readonly string[]): object {
  const bot = Object.assign({ platform: "" }, methods);
  for (const name of Object.keys(bot)) {
    Object.defineProperty(bot, name, { writable: name === "platform", configurable: false });
  }
  // Not enumerable: plugins can call these methods but do not see them in a listing.
  for (const name of hidden) Object.defineProperty(bot, name, { value: ignoreSend });
  return Object.preventExtensions(bot);
}

const multiBot = createBot(botMethods, Object.keys(singleBotMethods));
const singleBot = createBot({ ...botMethods, ...singleBotMethods }, []);

/** Builds the handler's first argument. */
export function createContext(snapshot: ContextSnapshot): object {
  const { context, platform, variant, media } = snapshot;
  const isSingle = variant === "single";
  const bot = isSingle ? singleBot : multiBot;
  context["bot"] = Object.defineProperty(bot, "platform", { value: platform, writable: false });
  context["storage"] = storage;
  if (!isSingle) {
    context["aiService"] = aiService;
    context["searchService"] = searchService;
    context["getPlatformCreds"] = getPlatformCreds;
  }
  if (media) defineMedia(context);
  else context["mediaBuffer"] = null;
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
