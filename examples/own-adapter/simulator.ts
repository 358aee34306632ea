import { EventEmitter, once } from "node:events";
import { objectOf, textOf, type WireObject } from "@botwright/adapter-kit";
import {
  type UserMessage,
  type SentMessage,
  type ContractSimulator,
  createFaults,
  serveRequests,
} from "@botwright/adapter-kit/contract";
import type { PigeonEvent } from "./wire.ts";

/** Pigeon on loopback: its wire on one side, an API for tests on the other. */
export interface PigeonSimulator extends ContractSimulator {
  readonly baseUrl: string;
  readonly token: string;
}

const BOT = "pigeon-bot";

/** Starts a platform on which nothing has happened yet. */
export async function startPigeon(): Promise<PigeonSimulator> {
  const token = "pigeon-token-0123456789";
  const { fault, take, withTransportFaults } = createFaults();
  const names = new Map<string, string>();
  const files = new Map<string, { name: string; bytes: Uint8Array }>();
  const sent: SentMessage[] = [];
  const typing: { to: string; state: string }[] = [];
  const requests: { call: string; files: string[] }[] = [];
  const changes = new EventEmitter();
  let events: PigeonEvent[] = [];
  let lastId = 0;

  async function answer(request: Request, call: string, url: URL): Promise<Response> {
    const given = request.headers.get("authorization");
    if (given !== `Bearer ${token}` || take("revoked-credentials")) {
      // As thoughtless as some platforms are: the adapter has to keep it out of its errors.
      return refuse(401, `not welcome: ${given}`);
    }
    if (take("rate-limit", call)) return refuse(429, "too many calls", { "retry-after": "1" });
    if (take("server-error", call)) return refuse(500, "the loft is closed");
    const param = (name: string): string => url.searchParams.get(name) ?? "";
    switch (call) {
      case "GET /v1/me":
        return Response.json({ id: BOT });
      case "GET /v1/events":
        return Response.json({ events: await waitForEvents(+param("after"), +param("wait")) });
      case "POST /v1/messages":
        return show(objectOf(await request.json()));
      case "POST /v1/typing":
        return type(objectOf(await request.json()));
      case "POST /v1/files":
        return Response.json({ id: keep(param("name"), await request.bytes()) });
      case "GET /v1/files": {
        const file = files.get(url.pathname.slice("/v1/files/".length));
        if (file === undefined || take("missing-file")) return refuse(404, "no such file");
        return new Response(new Uint8Array(file.bytes));
      }
      default:
        return refuse(404, "no such call");
    }
  }

  async function waitForEvents(after: number, seconds: number): Promise<PigeonEvent[]> {
    const fresh = events.filter(({ id }) => Number(id) > after);
    // What is delivered twice waits once more.
    if (fresh.length === events.length || !take("duplicate")) events = fresh;
    const signal = AbortSignal.timeout(seconds * 1000);
    if (events.length === 0) await once(changes, "change", { signal }).catch(() => {});
    return events;
  }

  function show({ to, text, file: id }: WireObject): Response {
    const common = { messageId: `sent-${sent.length + 1}`, to: textOf(to) };
    const file = files.get(textOf(id));
    if (take("refused-user", "", common.to)) return refuse(403, "blocked by the user");
    if (textOf(text).length > 1000) return refuse(400, "too long");
    if (file !== undefined) sent.push({ ...common, type: "file", ...file });
    else if (textOf(text) !== "") sent.push({ ...common, type: "text", text: textOf(text) });
    else return refuse(400, "nothing to send");
    endTyping(common.to, "answered");
    return Response.json({ id: common.messageId });
  }

  function type({ to, shown }: WireObject): Response {
    const person = textOf(to);
    const isShown = endTyping(person, shown === true ? "shown" : "cancelled");
    if (shown === true && !isShown) typing.push({ to: person, state: "shown" });
    return Response.json({});
  }

  /** Ends the typing indicator that a person sees, in this state; returns whether one was shown. */
  function endTyping(to: string, state: string): boolean {
    const shown = typing.find((one) => one.to === to && one.state === "shown");
    if (shown !== undefined) shown.state = state;
    return shown !== undefined;
  }

  function keep(name: string, bytes: Uint8Array): string {
    const id = `file-${files.size + 1}`;
    files.set(id, { name, bytes });
    return id;
  }

  const person = (id: string): object => ({ id, name: names.get(id) ?? id });

  function toEvent(said: UserMessage, id: string): PigeonEvent {
    const { quote, from } = said;
    const common = {
      id,
      from: person(from),
      sent_at: Math.floor(Date.now() / 1000),
      ...(quote && { answers: { from: person(quote.from ?? BOT), text: quote.text } }),
    };
    if ("text" in said) return { ...common, text: said.text };
    if (!("file" in said)) throw new Error("Pigeon carries texts and files");
    const { name = "file", bytes } = said.file;
    return { ...common, text: "", file: { id: keep(name, bytes), name, size: bytes.length } };
  }

  const server = await serveRequests(async (request) => {
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname.split("/", 3).join("/")}`;
    const isUpload = call === "POST /v1/files";
    requests.push({ call, files: isUpload ? ["file"] : [] });
    if (isUpload && take("broken-upload", call)) return undefined;
    return withTransportFaults(call, () => answer(request, call, url));
  });

  return {
    baseUrl: server.url,
    token,
    async say(said) {
      events.push(toEvent(said, String(++lastId)));
      changes.emit("change");
      return { id: String(lastId) };
    },
    introduce: ({ id, name = id }) => void names.set(id, name),
    sent: () => sent,
    typing: () => typing,
    pending: () => events.length,
    requests: () => requests,
    fault,
    async close() {
      changes.emit("change");
      await server[Symbol.asyncDispose]();
    },
  };
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers });
}
