import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ContractInspector, ContractSay, ContractSent } from "@botwright/adapter-kit/contract";
import { Hono } from "hono";
import type { PigeonEvent, PigeonMessage } from "./wire.ts";

/** Pigeon on loopback: its wire on one side, an inspector on the other. */
export interface PigeonSimulator extends ContractInspector {
  readonly baseUrl: string;
  readonly token: string;
  /** This person takes no more messages. */
  block(user: string): void;
  /** The token is refused from now on. */
  revoke(): void;
}

/** Starts a platform on which nothing has happened yet. */
export async function startPigeon(): Promise<PigeonSimulator> {
  const token = "pigeon-token-0123456789";
  const files = new Map<string, { name: string; bytes: Uint8Array }>();
  const sent: ContractSent[] = [];
  const blocked = new Set<string>();
  let events: PigeonEvent[] = [];
  let lastId = 0;
  let isRevoked = false;
  const changes = new EventTarget();

  /** Resolves at the next change, or after so many milliseconds. */
  function change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      changes.addEventListener("change", end, { once: true });
    });
  }

  function keep(name: string, bytes: Uint8Array): string {
    const id = `file-${files.size + 1}`;
    files.set(id, { name, bytes });
    return id;
  }

  const app = new Hono();
  app.use("/v1/*", async (context, next) => {
    const isGood = !isRevoked && context.req.header("authorization") === `Bearer ${token}`;
    if (!isGood) return context.json({ error: "the token is refused" }, 401);
    return next();
  });
  app.get("/v1/me", (context) => context.json({ id: "pigeon-bot" }));
  app.get("/v1/events", async (context) => {
    const after = Number(context.req.query("after"));
    events = events.filter(({ id }) => Number(id) > after);
    if (events.length === 0) await change(Number(context.req.query("wait")) * 1000);
    return context.json({ events });
  });
  app.post("/v1/messages", async (context) => {
    const { to, text, file: id = "" } = await context.req.json<PigeonMessage>();
    if (blocked.has(to)) return context.json({ error: "blocked by the user" }, 403);
    if ((text?.length ?? 0) > 1000) return context.json({ error: "too long" }, 400);
    const file = files.get(id);
    if (text !== undefined) sent.push({ to, type: "text", text });
    else if (file !== undefined) sent.push({ to, type: "file", ...file });
    else return context.json({ error: "nothing to send" }, 400);
    changes.dispatchEvent(new Event("change"));
    return context.json({ id: `sent-${sent.length}` });
  });
  app.post("/v1/typing", (context) => context.json({}));
  app.post("/v1/files", async (context) => {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    return context.json({ id: keep(context.req.query("name") ?? "file", bytes) });
  });
  app.get("/v1/files/:id", (context) => {
    const file = files.get(context.req.param("id"));
    if (file === undefined) return context.json({ error: "no such file" }, 404);
    return context.body(new Uint8Array(file.bytes));
  });

  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token,
    async say(said) {
      lastId++;
      events.push(toEvent(said, String(lastId), keep));
      changes.dispatchEvent(new Event("change"));
      return { id: String(lastId) };
    },
    sent: () => sent,
    async waitForSent(count) {
      while (sent.length < count) await change(1000);
      return sent;
    },
    pending: () => events.length,
    block: (user) => void blocked.add(user),
    revoke() {
      isRevoked = true;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      changes.dispatchEvent(new Event("change"));
      server.closeAllConnections();
      await closed;
    },
  };
}

function person(user: string): PigeonEvent["from"] {
  return { id: user, name: user };
}

function toEvent(
  said: ContractSay,
  id: string,
  keep: (name: string, bytes: Uint8Array) => string,
): PigeonEvent {
  const { from, quote } = said;
  const common = {
    id,
    from: person(from),
    sent_at: Math.floor(Date.now() / 1000),
    ...(quote && { answers: { text: quote.text, from: person(quote.from ?? "pigeon-bot") } }),
  };
  if ("text" in said) return { ...common, text: said.text };
  if (!("file" in said)) throw new Error("Pigeon carries texts and files");
  const { name = "file", bytes } = said.file;
  return { ...common, text: "", file: { id: keep(name, bytes), name, size: bytes.length } };
}
