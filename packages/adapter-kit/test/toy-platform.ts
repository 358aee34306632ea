import type { ContractPlatform, ContractSay, ContractSent } from "@botwright/adapter-kit/contract";
import {
  createSendLanes,
  pause,
  platformError,
  createRedactor,
  toQuoteFields,
} from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  type AdapterState,
  type IncomingMessage,
  type Logger,
  type MessageSink,
  NetworkError,
  type PlatformAdapter,
  type SendReceipt,
  splitText,
} from "@botwright/core";

/** What an adapter can do wrong. */
export type Defect =
  | "acknowledges early"
  | "acknowledges on stop"
  | "new ids"
  | "reverses"
  | "goes on after stop"
  | "loses quotes"
  | "seconds"
  | "empty downloads"
  | "cuts long text"
  | "sends at once"
  | "plain errors"
  | "noisy typing"
  | "tells the token"
  | "logs the token"
  | "other capabilities"
  | "throws at gaps"
  | "renames files";

export const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "file"],
  send: ["text", "file"],
  typing: true,
  quotes: true,
  textLimits: [{ unit: "utf16", max: 20 }],
};

const TOKEN = "toy-token-1234567890";
const redact = createRedactor([TOKEN]);

interface Toy {
  queue: { id: string; say: ContractSay }[];
  sent: ContractSent[];
  mode: "well" | "refusing" | "revoked" | "closed";
}

/** A chat platform in memory, and an adapter to it that keeps the contract unless told otherwise. */
export async function openToyPlatform(defect?: Defect): Promise<ContractPlatform> {
  const toy: Toy = { queue: [], sent: [], mode: "well" };
  let count = 0;
  return {
    user: "ann",
    secrets: [TOKEN],
    inspector: {
      async say(message) {
        const id = String(++count);
        toy.queue.push({ id, say: message });
        return { id };
      },
      sent: () => toy.sent,
      waitForSent: async () => toy.sent,
      pending: () => toy.queue.length,
      async close() {
        toy.mode = "closed";
      },
    },
    createAdapter: (parts) => createToyAdapter(toy, parts, defect),
    refuseSends() {
      toy.mode = "refusing";
      return "PLATFORM_FORBIDDEN";
    },
    revoke() {
      toy.mode = "revoked";
    },
  };
}

function createToyAdapter(
  toy: Toy,
  { logger }: { state: AdapterState; logger: Logger },
  defect: Defect | undefined,
): PlatformAdapter {
  const lanes = createSendLanes();
  let stopping = new AbortController();
  let loop: Promise<void> | undefined;

  function failure(): Error | undefined {
    const secret = defect === "tells the token" ? TOKEN : "";
    if (toy.mode === "well") return undefined;
    if (defect === "logs the token") logger.warn("failed", { header: `Bearer ${TOKEN}` });
    if (defect === "plain errors") return new Error("something is wrong");
    if (toy.mode === "closed") {
      return new NetworkError(`no connection ${secret}`, { code: "NETWORK_UNREACHABLE" });
    }
    const code = toy.mode === "revoked" ? "PLATFORM_UNAUTHORIZED" : "PLATFORM_FORBIDDEN";
    return platformError({ service: "Toy", call: "send", code, description: "no", redact });
  }

  async function send(message: ContractSent): Promise<SendReceipt> {
    const task = async (): Promise<SendReceipt> => {
      // The first one takes longest.
      await pause(8 - Math.min(7, Number(message.text?.at(-1)) || 0));
      const error = failure();
      if (error !== undefined) throw error;
      toy.sent.push(message);
      return { status: "sent", id: String(toy.sent.length) };
    };
    return defect === "sends at once" ? task() : lanes.run(message.to, task);
  }

  async function receive(sink: MessageSink, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted && defect !== "goes on after stop") return;
      const batch = toy.queue.slice();
      if (defect === "reverses") batch.reverse();
      if (defect === "acknowledges early") toy.queue.length = 0;
      const taken = Promise.all(batch.map(({ id, say }) => sink(toIncoming(id, say, defect))));
      const stopped = new Promise<"stopped">((resolve) => {
        signal.addEventListener("abort", () => resolve("stopped"));
      });
      const outcome = await Promise.race([taken, stopped]).catch(() => "refused");
      const safe = Array.isArray(outcome);
      if (safe || (outcome === "stopped" && defect === "acknowledges on stop")) {
        toy.queue.splice(0, batch.length);
      }
      if (toy.mode === "closed") return;
      await pause(2, defect === "goes on after stop" ? undefined : signal);
    }
  }

  const downloads = async (): Promise<Uint8Array> => {
    if (defect === "empty downloads") return new Uint8Array();
    return lastFile;
  };
  const typing = async (): Promise<void> => {
    const error = failure();
    if (error !== undefined && defect === "noisy typing") throw error;
  };

  return {
    platform: "telegram",
    capabilities:
      defect === "other capabilities" ? { ...CAPABILITIES, quotes: false } : CAPABILITIES,
    async start(sink) {
      const error = failure();
      if (error !== undefined) throw error;
      stopping = new AbortController();
      loop = receive(sink, stopping.signal);
    },
    async stop() {
      stopping.abort();
      if (defect !== "goes on after stop") await loop;
    },
    async sendText(to, text) {
      if (text === "") return { status: "ignored" };
      const parts = splitText(text, CAPABILITIES.textLimits);
      const wanted = defect === "cuts long text" ? parts.slice(0, 2) : parts;
      const receipts = await Promise.all(
        wanted.map((part) => send({ to, type: "text", text: part })),
      );
      return receipts.at(-1) ?? { status: "ignored" };
    },
    sendFile: (to, bytes, name) =>
      send({ to, type: "file", bytes, name: defect === "renames files" ? "file" : name }),
    ...(defect === "throws at gaps" && {
      sendVoice: () => Promise.reject(new Error("cannot do that")),
    }),
    sendTyping: typing,
    cancelTyping: typing,
    download: downloads,
    async downloadRaw(reference) {
      if (reference !== "toy:file")
        throw new NetworkError("no such file", { code: "NETWORK_FAILED" });
      return lastFile;
    },
  };
}

let lastFile: Uint8Array = new Uint8Array();

function toIncoming(id: string, say: ContractSay, defect: Defect | undefined): IncomingMessage {
  const text = "text" in say ? say.text : "";
  const quote = defect === "loses quotes" ? undefined : say.quote;
  if ("file" in say) lastFile = say.file.bytes;
  return {
    id: defect === "new ids" ? `${id}-${Math.random()}` : id,
    message: {
      type: "file" in say ? "file" : "text",
      text,
      from: say.from,
      to: "toy-bot",
      timestamp: defect === "seconds" ? Math.floor(Date.now() / 1000) : Date.now(),
      contextToken: "",
      messageId: Number(id),
      ...("file" in say && {
        file: {
          file_name: say.file.name ?? "file",
          len: 0,
          md5: "",
          media: { encrypt_query_param: "toy:file" },
        },
      }),
      ...(quote !== undefined &&
        toQuoteFields({ title: quote.from ?? "", text: quote.text, item: quote }, text)),
      raw: { id },
    },
  };
}
