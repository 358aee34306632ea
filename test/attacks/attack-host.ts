import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import {
  BotwrightError,
  createMemoryStorage,
  type HandlerContext,
  type JsonValue,
  LIMITS,
  type Storage,
  markdownToPlainText,
  withUpdate,
} from "@botwright/core";
import type { SandboxFetch } from "@botwright/sandbox";
import { createContext, createMessage } from "../../packages/sandbox/test/context.ts";
import { addLargeAnswers, manyKeys, largeValue } from "./large-answers.ts";
import type { SealedMedia } from "./sealed-media.ts";

/** A host that returns the same objects on every call, so that a change of them would be noticed. */
export interface AttackHost {
  readonly context: HandlerContext;
  /** Sends that reached the bot. */
  sends(): number;
  /** A copy of all data of the host, for comparison. */
  snapshot(): unknown;
}

/** Milliseconds that a slow answer takes. */
const SLOW_MS = 20;

/** Options of {@link createAttackHost}. */
export interface AttackHostOptions {
  /** The message's medium. @default a short text */
  readonly media?: Buffer | undefined;
  /** Origin of the attacker's servers, where there are some. */
  readonly origin?: string | undefined;
  /** What `bot.downloadRaw` opens. @default it answers any reference */
  readonly sealed?: SealedMedia | undefined;
}

/** Creates the host of one attack; `port` belongs to a loopback server that plugins must not reach. */
export function createAttackHost(
  port: number,
  { media = Buffer.from("a medium"), origin, sealed }: AttackHostOptions = {},
): AttackHost {
  const data = {
    msg: { ...createMessage("hello"), raw: { update_id: 1, nested: { list: [1, 2] } } },
    config: {
      port,
      list: ["a", "b"],
      "a key": { value: null },
      ...(origin !== undefined && { origin }),
      ...(sealed !== undefined && { references: [sealed.own, sealed.other] }),
    },
    quotedMessage: { text: "quoted", from: "user-2" },
    media,
    profile: { name: "owner", tags: ["a", "b"] },
    receipt: { status: "sent" as const, id: "7" },
    credentials: { app_id: "id", app_secret: "secret" },
    model: { name: "small", isFree: true },
    results: { results: [], source: "test", count: 0, cached: false },
  };
  const { msg, config, quotedMessage } = data;
  const recorder = createContext({
    msg,
    config,
    mediaBuffer: media,
    storage: withUpdate(createStorage(data.profile)),
    getPlatformCreds: async () => data.credentials,
    searchService: { search: async () => data.results },
  });
  const { context, calls } = recorder;
  addLargeAnswers(context);
  context.bot.reply = async (to, text) => {
    // The bot of a host formats on the main thread.
    calls.push(["bot.reply", to, markdownToPlainText(text)]);
    return data.receipt;
  };
  if (sealed !== undefined) context.bot.downloadRaw = sealed.downloadRaw;
  Object.assign(context, { quotedMessage });
  Object.assign(context.aiService, { getModelInfo: async () => data.model });
  return {
    context,
    sends: () => calls.filter(([operation]) => SENDS.test(operation)).length,
    snapshot: () => structuredClone(data),
  };
}

const SENDS = /^bot\.(reply|send(?!Typing))/u;

/** The attacks are about what their own limits bound, not about the quota of an account and of a value. */
const ROOMY = { ...LIMITS.storage, userBytes: 1_073_741_824, valueBytes: 1_073_741_824 };

/** Storage as a host has it; some keys answer late, with an error, or never. */
function createStorage(profile: JsonValue): Storage {
  const memory = createMemoryStorage({ limits: ROOMY }).open(1, "attacker");
  return {
    ...memory,
    // Behind the key comes the turn of the plugin's account, of which the port's type says nothing.
    async get(key: string, ...turn: []) {
      if (key === "never") return new Promise(() => {});
      if (key === "broken") throw new TypeError("internal");
      if (key === "refused") throw new BotwrightError("no", { code: "STORAGE_INVALID_KEY" });
      if (key === "slow") await sleep(SLOW_MS);
      const stored = await memory.get(key, ...turn);
      return stored ?? (key === "profile" ? profile : (largeValue(key) ?? null));
    },
    async keys(...turn: []) {
      const keys = await memory.keys(...turn);
      return keys.includes("many keys") ? manyKeys : keys;
    },
  };
}

/** Just what a plugin may have. */
const MEGABYTES = Buffer.alloc(5_242_880, "x");

/** Bytes of a chunk of a large body. */
const CHUNK_BYTES = 65_536;

/** Yields a large body as a network brings it: in chunks, each in a turn of the event loop of its own. */
async function* inChunks(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    await nextTurn();
    yield body.subarray(at, at + CHUNK_BYTES);
  }
}

/** Bodies that are not short, by the path of the address. */
const BODIES: Readonly<Record<string, () => string | ReadableStream>> = {
  "/large": () => "x".repeat(5000),
  "/megabytes": () => ReadableStream.from(inChunks(MEGABYTES)),
};

/** Milliseconds before an answer, by the path of the address. */
const ANSWER_MS: Readonly<Record<string, number>> = { "/slow": SLOW_MS, "/never": 1e9 };

/** The network of the attacks that are not about addresses: one host. */
export const fakeFetch: SandboxFetch = async (address, { signal }) => {
  const { hostname, pathname } = new URL(address);
  if (hostname.replace(/\.$/u, "") !== "api.example") throw new TypeError(`no such host`);
  const ms = ANSWER_MS[pathname];
  if (ms !== undefined) await sleep(ms, undefined, { signal });
  const body = BODIES[pathname]?.() ?? "the body";
  const response = new Response(body, { headers: { "x-kind": "fake" } });
  const url = pathname === "/moved" ? "https://evil.example/" : address;
  return Object.defineProperty(response, "url", { value: url });
};
