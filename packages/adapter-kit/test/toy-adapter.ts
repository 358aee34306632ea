import type { ForwardedText, SharedAdapterOptions } from "@botwright/adapter-kit/contract";
import {
  createKeyedQueue,
  forwardedText,
  pause,
  platformError,
  safeFilename,
  toQuoteFields,
} from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  BotwrightError,
  type IncomingMessage,
  type MessageSink,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  splitText,
  type TextLimit,
} from "@botwright/core";
import { createToyMedia, viaText } from "./toy-media.ts";
import { TOKEN, type ToyApi, type ToyMessage } from "./toy-platform.ts";

/** What an adapter can do wrong. */
export type Defect =
  | "acknowledges early"
  | "acknowledges on stop"
  | "new ids"
  | "reverses"
  | "goes on after stop"
  | "starts after a stop"
  | "starts twice"
  | "loses quotes"
  | "seconds"
  | "reads files as text"
  | "sends files as text"
  | "cuts long text"
  | "splits characters"
  | "sends at once"
  | "sends what was given up"
  | "sends twice"
  | "plain errors"
  | "noisy typing"
  | "endless typing"
  | "tells the token"
  | "logs the token"
  | "other capabilities"
  | "throws at gaps"
  | "renames files"
  | "uploads first"
  | "hides broken uploads"
  | "half a limit"
  | "trusts references"
  | "trims references"
  | "forgets its key"
  | "shares its key"
  | "takes any chat's media"
  | "tells of other chats"
  | "asks before it checks"
  | "ignores the limit"
  | "changes items"
  | "forgets what it learnt"
  | "follows any token"
  | "splits receivers"
  | "keeps names as they are"
  | "says nothing of unknown kinds"
  | "delivers unknown kinds"
  | "joins forwards";

export interface ToyOptions {
  readonly api: ToyApi;
  readonly defect: Defect | undefined;
}

export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 40 }];

export const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "file"],
  send: ["text", "file"],
  typing: true,
  quotes: true,
  transcription: false,
  idempotency: false,
  textLimits: TEXT_LIMITS,
  mediaLimits: { file: { max: 4 * 1024 * 1024 } },
};

/** An adapter that keeps the contract unless it has a defect. */
export function createToyAdapter(options: ToyOptions & SharedAdapterOptions): PlatformAdapter {
  const { api, defect, logger } = options;
  const queue = createKeyedQueue();
  const { references, download, downloadRaw } = createToyMedia(options);
  let running: { readonly stopping: AbortController; loop: Promise<void> } | undefined;

  async function call<T>(name: string, to: string, effect: () => T, files?: string[]): Promise<T> {
    try {
      return await api.call(name, to, effect, files);
    } catch (error) {
      if (defect === "logs the token") logger.warn("failed", { header: `Bearer ${TOKEN}` });
      if (defect === "plain errors") throw new Error("something is wrong", { cause: error });
      if (defect === "tells the token") Object.assign(Object(error), { url: `/bot${TOKEN}/` });
      throw error;
    }
  }

  async function send(
    message: Parameters<ToyApi["show"]>[0],
    { signal }: SendOptions = {},
  ): Promise<SendReceipt> {
    const task = async (): Promise<SendReceipt> => {
      // The first one takes longest.
      await pause(8 - Math.min(7, Number(message.text?.at(-1)) || 0));
      const files = message.bytes === undefined ? [] : ["file"];
      const attempt = (): Promise<string> =>
        call("send", message.to, () => api.show(message), files);
      const onFailure: Partial<Record<Defect, () => string | Promise<string>>> = {
        "sends twice": attempt,
        "hides broken uploads": () => "",
      };
      const id = await attempt().catch(defect && onFailure[defect]);
      return { status: "sent", id };
    };
    if (defect === "sends at once") return task();
    return queue.run(message.to, task, defect === "sends what was given up" ? undefined : signal);
  }

  async function receive(sink: MessageSink, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted && defect !== "goes on after stop") return;
      const batch = api.poll();
      if (batch === undefined) return;
      const order = defect === "reverses" ? batch.toReversed() : batch;
      if (defect === "acknowledges early") api.acknowledge(batch);
      const sealed: IncomingMessage[] = [];
      // One after the other: a text must not pass a file whose reference is being sealed.
      for (const message of order) {
        if (isKnown(message)) sealed.push(await references.seal(toIncoming(message, defect)));
      }
      const all = Promise.all(sealed.map((incoming) => sink(incoming)));
      const outcome = await Promise.race([all, aborted(signal)]).catch(() => "refused");
      const isSafe = Array.isArray(outcome);
      const isStopped = outcome === "stopped" && defect === "acknowledges on stop";
      if (defect !== "acknowledges early" && (isSafe || isStopped)) api.acknowledge(batch);
      await pause(2, defect === "goes on after stop" ? undefined : signal);
    }
  }

  /** Voice is a kind that the toy does not know. */
  function isKnown({ say }: ToyMessage): boolean {
    if (!("voice" in say) || defect === "delivers unknown kinds") return true;
    if (defect !== "says nothing of unknown kinds")
      logger.debug("Toy: a message of an unsupported kind was dropped", { kind: "voice" });
    return false;
  }

  async function typing(to: string, state: "shown" | "cancelled"): Promise<void> {
    try {
      await api.call("type", to, () => {
        if (state === "shown" || defect !== "endless typing") api.type(to, state);
      });
    } catch (error) {
      if (defect === "noisy typing") throw error;
    }
  }

  return {
    platform: "telegram",
    capabilities:
      defect === "other capabilities" ? { ...CAPABILITIES, quotes: false } : CAPABILITIES,
    async start(sink) {
      if (running !== undefined && defect !== "starts twice") {
        throw new BotwrightError("it runs already", { code: "ALREADY_STARTED" });
      }
      const mine = { stopping: new AbortController(), loop: Promise.resolve() };
      running = mine;
      const { signal } = mine.stopping;
      try {
        await call("start", "", () => {});
      } catch (error) {
        if (running === mine) running = undefined;
        throw error;
      }
      if (signal.aborted) return;
      mine.loop = receive(sink, signal);
    },
    async stop() {
      const ending = running;
      running = undefined;
      if (defect === "starts after a stop") return;
      ending?.stopping.abort();
      if (defect !== "goes on after stop") await ending?.loop;
    },
    async sendText(given, text, more) {
      if (text.trim() === "") return { status: "ignored" };
      const followed = defect === "follows any token" ? more?.contextToken : undefined;
      const [to = ""] = defect === "splits receivers" ? given.split(/[|,]/) : [followed ?? given];
      const limits = TEXT_LIMITS.map((limit) => ({
        ...limit,
        max: defect === "half a limit" ? 20 : limit.max,
      }));
      const parts =
        defect === "splits characters" ? (text.match(/[^]{1,40}/g) ?? []) : splitText(text, limits);
      const wanted = defect === "cuts long text" ? parts.slice(0, 2) : parts;
      const receipts = await Promise.all(
        wanted.map((part) => send({ to, type: "text", text: part }, more)),
      );
      return receipts.at(-1) ?? { status: "ignored" };
    },
    async sendFile(to, bytes, name, more) {
      const max = CAPABILITIES.mediaLimits.file?.max ?? 0;
      if (defect === "uploads first") await call("upload", to, () => {}, ["file"]);
      if (bytes.length > max) {
        throw platformError({
          service: "Toy",
          call: "send",
          code: "MEDIA_TOO_LARGE",
          description: `at most ${max} bytes can be sent`,
          redact: (text) => text,
        });
      }
      const stored = defect === "sends files as text" ? viaText(bytes) : bytes;
      const shown = defect === "renames files" ? "file" : nameOf(name, defect);
      return send({ to, type: "file", bytes: stored, name: shown }, more);
    },
    ...(defect === "throws at gaps" && {
      sendVoice: () => Promise.reject(new Error("cannot do that")),
    }),
    sendTyping: (to) => typing(to, "shown"),
    cancelTyping: (to) => typing(to, "cancelled"),
    download,
    downloadRaw,
  };
}

function joined(messages: readonly ForwardedText[]): string {
  return messages.map(({ text }) => text).join(" ");
}

function nameOf(name: string, defect: Defect | undefined): string {
  return defect === "keeps names as they are" ? name : safeFilename(name);
}

async function aborted(signal: AbortSignal): Promise<"stopped"> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }
  return "stopped";
}

function toIncoming({ id, say, forward }: ToyMessage, defect: Defect | undefined): IncomingMessage {
  const words = "text" in say ? say.text : "";
  const separate = defect === "joins forwards" ? joined : forwardedText;
  const text = forward === undefined ? words : separate(forward);
  const quote = defect === "loses quotes" ? undefined : say.quote;
  const isFile = "file" in say;
  return {
    id: defect === "new ids" ? `${id}-${Math.random()}` : id,
    message: {
      type: isFile ? "file" : "text",
      text,
      from: say.from,
      to: "toy-bot",
      timestamp: defect === "seconds" ? Math.floor(Date.now() / 1000) : Date.now(),
      contextToken: say.from,
      messageId: Number(id),
      ...(isFile && {
        file: {
          file_name: say.file.name ?? "file",
          len: 0,
          md5: "",
          media: { encrypt_query_param: `toy:${id}` },
        },
      }),
      ...(quote !== undefined &&
        toQuoteFields({ title: quote.from ?? "", text: quote.text, item: quote }, text)),
      raw: { id },
    },
  };
}
