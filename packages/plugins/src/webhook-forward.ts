/**
 * Forwards each message to the owner's web server, signed as https://www.standardwebhooks.com describes.
 *
 * @module
 */
import type { HandlerContext, HandlerResult, Plugin } from "@botwright/core";
import { readSettings } from "./shared/settings.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "webhook-forward",
  name: "Webhook 转发 / Webhook",
  description:
    "把消息转发到你的服务器 / Forwards messages to a server of yours, signed by Standard Webhooks",
  icon: "🪝",
  category: "message",
  version: "1.0.0",
  permissions: { hosts: ["*"] },
  config_schema: [
    {
      key: "url",
      label: "接收地址（https） / Address that receives them, https",
      type: "text",
      placeholder: "https://example.com/webhooks/botwright",
      default: "",
    },
    {
      key: "secret",
      label: "签名密钥 / Signing secret",
      type: "password",
      placeholder: "whsec_…",
    },
    {
      key: "timeout",
      label: "每次尝试的超时（秒） / Seconds that each attempt may take",
      type: "number",
      default: 5,
    },
  ],
};

/** The globals of the sandbox that this plugin uses; its host provides others for a trusted function. */
export interface WebhookGlobals {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly fetch: (
    url: string,
    init: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body: string;
      readonly signal: AbortSignal;
    },
  ) => Promise<Pick<Response, "ok" | "status" | "headers">>;
}

/** Those of the sandbox. */
export const webhookGlobals: WebhookGlobals = {
  now: () => Date.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  fetch: (url, init) => fetch(url, init),
};

/** Milliseconds before the second and the third attempt. */
const PAUSES = [1000, 4000];
/** The longest pause that a server may ask for. */
const MAX_PAUSE_MS = 10_000;
const SECONDS = { least: 1, most: 20, default: 5 } as const;
/** Failures of the network that may pass; a refused address does not. */
const PASSING = new Set<unknown>(["FETCH_NETWORK", "FETCH_TIMEOUT"]);

/** Forwards the message with the global `fetch`, which a sandbox guards. @throws as {@link forward} */
export function handler(context: HandlerContext): Promise<HandlerResult> {
  return forward(context, webhookGlobals);
}

/**
 * Forwards a message and passes it on to the next plugin. A message that cannot be delivered fails the
 * run, which its trace shows, and the next plugin runs all the same.
 *
 * @throws {Error} when the settings are wrong, or all three attempts have failed
 */
export async function forward(
  { bot, msg, config, botDbId }: HandlerContext,
  globals: WebhookGlobals,
): Promise<HandlerResult> {
  const settings = readSettings(config);
  const url = settings.text("url").trim();
  if (url === "") return { handled: false };
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new Error("webhook: the address must be a full https:// URL");
  }
  const signingKey = await importSecret(settings.text("secret").trim());
  const { type, text, from, to, messageId, timestamp, quotedMessage, file } = msg;
  const body = JSON.stringify({
    type: "message.received",
    timestamp: new Date(timestamp).toISOString(),
    data: {
      platform: bot.platform,
      bot_id: botDbId,
      message_id: messageId,
      type,
      text,
      from,
      to,
      ...(quotedMessage !== undefined && { quoted_text: quotedMessage.text }),
      ...(file !== undefined && { file: { name: file.file_name, bytes: file.len } }),
    },
  });
  // The same for every attempt, also of a run that is repeated: the receiver drops what it has.
  const id = await idOf([bot.platform, botDbId, from, messageId, timestamp]);
  const timeoutMs = settings.number("timeout", SECONDS) * 1000;

  /** One attempt; says why it is worth another one, or `undefined` when it was the last. */
  async function attempt(): Promise<{ reason: string; pauseMs: number } | undefined> {
    const seconds = String(Math.floor(globals.now() / 1000));
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      ...(signingKey && {
        "webhook-signature": await sign(signingKey, `${id}.${seconds}.${body}`),
      }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await globals.fetch(url, { method: "POST", headers, body, signal });
      const { ok, status } = response;
      if (ok) return undefined;
      if (status !== 429 && status < 500) throw new Error(`webhook: the server answered ${status}`);
      const asked = Number(response.headers.get("retry-after") ?? 0) * 1000;
      return { reason: `the server answered ${status}`, pauseMs: asked > 0 ? asked : 0 };
    } catch (error) {
      if (!isPassing(error)) throw error;
      return { reason: "the server could not be reached", pauseMs: 0 };
    }
  }

  for (let number = 0; ; number++) {
    const failure = await attempt();
    if (failure === undefined) return { handled: false };
    const pauseMs = PAUSES[number];
    if (pauseMs === undefined) {
      throw new Error(`webhook: not delivered after ${number + 1} attempts: ${failure.reason}`);
    }
    await globals.wait(Math.min(MAX_PAUSE_MS, Math.max(pauseMs, failure.pauseMs)));
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || ("code" in error && PASSING.has(error.code));
}

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Makes a key of `whsec_<Base64>`; `undefined` without a secret: the message is then not signed. */
async function importSecret(secret: string): Promise<SigningKey | undefined> {
  if (secret === "") return undefined;
  const base64 = secret.replace(/^whsec_/u, "");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length === 0 || !/^[\d+/A-Za-z]+={0,2}$/u.test(base64)) {
    throw new Error("webhook: the secret must be whsec_ and Base64");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function sign(key: SigningKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", key, Buffer.from(text));
  return `v1,${Buffer.from(signature).toString("base64")}`;
}

async function idOf(parts: readonly (string | number)[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", Buffer.from(parts.join("\n")));
  return `msg_${Buffer.from(digest).toString("hex").slice(0, 32)}`;
}
