import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import {
  type ChatPage,
  createChatPage,
  type PageCapabilities,
  type PagePlatform,
  type PageTools,
} from "@botwright/playground";

/** A picture of one dot. */
export const PNG: Buffer<ArrayBuffer> = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

interface OpenPageOptions {
  /** Telegram is the real one. */
  isReal?: boolean;
  status?: PagePlatform["status"];
  bindAt?: string;
  /** A third platform. */
  wechat?: Omit<PagePlatform, "platform" | "capabilities">;
  words?: { title: string; about: string; suggestions: string[] };
  tools?: PageTools;
  /** Of the people on Telegram. */
  idOf?: PagePlatform["idOf"];
  nameOf?: PagePlatform["nameOf"];
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A page over Telegram and DingTalk on a server that has other paths too. */
interface OpenedPage {
  readonly page: ChatPage;
  readonly url: string;
  readonly telegram: TelegramSimulator;
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  readonly json: (path: string) => Promise<unknown>;
  readonly call: (path: string, init?: RequestInit) => Promise<Answer>;
  readonly post: (path: string, body?: string | FormData) => Promise<Answer>;
  readonly say: (platform: string, message: unknown) => Promise<Answer>;
  /** The Telegram bot says something. */
  readonly reply: (to: string, text: string) => Promise<void>;
}

/** Opens a page over Telegram and DingTalk until the end of the test. */
export async function openPage(options: OpenPageOptions = {}): Promise<OpenedPage> {
  const { isReal = false, status, bindAt, wechat, words, tools, idOf, nameOf } = options;
  const telegram = await startSimulator("telegram");
  const dingtalk = await startSimulator("dingtalk");
  const capabilities: PageCapabilities = {
    typing: true,
    quotes: true,
    receive: ["text", "image", "file"],
  };
  const platforms: PagePlatform[] = [
    {
      platform: "telegram",
      simulator: isReal ? undefined : telegram,
      capabilities,
      status,
      bindAt,
      idOf,
      nameOf,
    },
    { platform: "dingtalk", simulator: dingtalk, capabilities },
  ];
  if (wechat !== undefined) platforms.push({ platform: "wechat", capabilities, ...wechat });
  const page = createChatPage({ platforms, ...words, ...(tools && { tools }) });
  const server = await serve(page);
  const { url } = server;
  onTestFinished(async () => {
    page.close();
    await server.close();
    await telegram.close();
    await dingtalk.close();
  });

  const get: OpenedPage["get"] = (path, init) => fetch(`${url}${path}`, init);
  const call: OpenedPage["call"] = async (path, init) => {
    const response = await get(path, init);
    const body: Record<string, unknown> = JSON.parse(await response.text());
    return { status: response.status, body };
  };
  const post: OpenedPage["post"] = (path, body) =>
    call(path, { method: "POST", body: body ?? null });
  return {
    page,
    url,
    telegram,
    get,
    call,
    post,
    json: async (path) => (await get(path)).json(),
    say: (platform, message) => post(`/simulators/${platform}/say`, JSON.stringify(message)),
    reply: async (to, text) => {
      await callBot(telegram, "sendMessage", { chat_id: to, text });
    },
  };
}

/** Calls a method of the Bot API. */
export async function callBot(
  { baseUrl, credentials }: TelegramSimulator,
  method: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${baseUrl}/bot${credentials.token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Any server may carry the page: here node's own. */
async function serve(page: ChatPage): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
      const { method = "GET", url = "/", headers } = incoming;
      const request = new Request(`http://127.0.0.1${url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      });
      const response = (await page.fetch(request)) ?? new Response("somebody else");
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      for await (const chunk of response.body ?? []) {
        if (outgoing.destroyed) break;
        outgoing.write(chunk);
      }
      outgoing.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The events of a stream, by their names. */
interface PageEvents {
  page?: Record<string, unknown>;
  platforms?: Record<string, unknown>[];
  messages: Record<string, unknown>[];
  handled: Record<string, unknown>[];
  notices: Record<string, unknown>[];
}

/**
 * Reads `/events` until `isEnough` holds or the stream ends.
 *
 * @param onOpen Called once, when the first events have come.
 */
export async function eventsOf(
  url: string,
  isEnough: (events: PageEvents) => boolean,
  onOpen: () => void = () => {},
): Promise<PageEvents> {
  const events: PageEvents = { messages: [], handled: [], notices: [] };
  const ended = new AbortController();
  const response = await fetch(`${url}/events`, { signal: ended.signal });
  let text = "";
  let isOpen = false;
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)/m.exec(block) ?? [];
      note(events, event, data);
    }
    if (isEnough(events)) break;
    if (!isOpen) onOpen();
    isOpen = true;
  }
  ended.abort();
  return events;
}

function note(events: PageEvents, event: string, data: string): void {
  if (event === "page") events.page = JSON.parse(data);
  if (event === "platforms") events.platforms = JSON.parse(data);
  if (event === "message") events.messages.push(JSON.parse(data));
  if (event === "handled") events.handled.push(JSON.parse(data));
  if (event === "notice") events.notices.push(JSON.parse(data));
}
