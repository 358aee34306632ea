import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN_TOKEN } from "./host-settings.ts";

/** A plugin with one read of its storage and one reply. */
const ECHO = `export const meta = { name: "Echo", permissions: { hosts: [] } };
export async function handler({ bot, msg, storage }) {
  const word = (await storage.get("word")) ?? "echo";
  await bot.reply(msg, word + " **" + msg.text + "**");
  return { handled: true };
}`;

/** A user who uses a host over HTTP. */
export interface HostClient {
  readonly url: string;
  /** The session's token. */
  readonly token: string;
  /** The account's id. */
  readonly id: number;
  signUp(): Promise<void>;
  /** Submits the echo, and approves it with the administrator's token. */
  publish(): Promise<void>;
  /** Binds a Telegram bot, and installs the echo there; returns its id. */
  bind(token: string): Promise<number>;
  post(path: string): Promise<void>;
  /** Waits until bots are connected. */
  connected(botIds: readonly number[]): Promise<void>;
}

/** Creates a client that has no account yet. */
export function createHostClient(url: string): HostClient {
  let token = "";
  let id = 0;
  let echo = { plugin_id: 0, version_id: 0 };

  async function send(method: string, path: string, body?: object, as = token) {
    const answer = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${as}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { answer: text === "" ? {} : JSON.parse(text), headers: answer.headers };
  }

  return {
    url,
    get token() {
      return token;
    },
    get id() {
      return id;
    },
    async signUp() {
      const account = { name: "Ann", email: "ann@example.org", password: "correct horse" };
      const { answer, headers } = await send("POST", "/api/auth/sign-up/email", account);
      token = headers.get("set-auth-token") ?? "";
      id = answer.user.id;
    },
    async publish() {
      const submission = { slug: "echo", name: "Echo", code: ECHO };
      const { answer } = await send("POST", "/api/plugins/submit", submission);
      const approval = `/api/admin/plugins/${answer.id}/approve?sha256=${answer.sha256}`;
      await send("POST", approval, undefined, ADMIN_TOKEN);
      const published = await send("GET", "/api/library/echo");
      echo = { plugin_id: answer.id, version_id: published.answer.version_id };
    },
    async bind(botToken) {
      const binding = { platform: "telegram", credentials: { token: botToken } };
      const { bot } = (await send("POST", "/api/bots", binding)).answer;
      await send("POST", `/api/bots/${bot.id}/plugins`, echo);
      return bot.id;
    },
    async post(path) {
      await send("POST", path);
    },
    async connected(botIds) {
      for (;;) {
        const { items } = (await send("GET", "/api/bots")).answer;
        const open = new Set(
          items
            .filter(
              (bot: { status: { state: string } | null }) => bot.status?.state === "connected",
            )
            .map((bot: { id: number }) => bot.id),
        );
        if (botIds.every((botId) => open.has(botId))) return;
        await sleep(50);
      }
    },
  };
}
