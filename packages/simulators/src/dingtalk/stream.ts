import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { isRecord } from "../http.ts";
import { anyOpen, listenForSockets, type SocketServer } from "../sockets.ts";
import type { Push } from "./delivery.ts";
import type { DingTalkState } from "./state.ts";
import { type DingTalkFrame, ROBOT_TOPIC } from "./wire.ts";

/** A robot's socket. */
interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  /** Pushes that were not answered, by their frame's id. */
  readonly open: Map<string, Push>;
  /** The data of the ping that is not answered yet. */
  ping?: { readonly id: string; readonly data: string };
  /** Was told to go: gets nothing new. */
  isLeaving: boolean;
  /** Its network is gone without a word. */
  isDead: boolean;
}

/** How long a ticket can be used. */
const TICKET_MS = 90_000;
const PATH = "/connect";

/** The Stream gateway: tickets, sockets, and the frames that go through them. */
export class Stream {
  readonly #state: DingTalkState;
  #server: SocketServer | undefined;
  readonly #tickets = new Map<string, number>();
  readonly #connections = new Set<Connection>();
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor(state: DingTalkState) {
    this.#state = state;
    this.carry();
    this.#every(state.options.pingMs ?? 30_000, () => this.#ping());
  }

  static async start(state: DingTalkState): Promise<Stream> {
    const stream = new Stream(state);
    stream.#server = await listenForSockets({
      mayOpen: (url) => stream.#mayOpen(url),
      onOpen: (socket) => stream.#connected(socket),
    });
    return stream;
  }

  /** Sends the robot's messages by the sockets from now on. */
  carry(): void {
    this.#state.delivery.carryBy((push) => this.#carry(push));
  }

  /** What the gateway answers: the address, and a ticket for one connection. */
  openConnection(): { endpoint: string; ticket: string } {
    const ticket = randomBytes(18).toString("base64");
    this.#tickets.set(ticket, this.#state.now() + TICKET_MS);
    return { endpoint: `${this.#server?.url}${PATH}`, ticket };
  }

  #mayOpen(url: string): boolean {
    // The official client does not encode the ticket: a plus is a plus.
    const [path = "", query = ""] = url.split("?", 2);
    const ticket = decodeURIComponent(/(?:^|&)ticket=([^&]*)/.exec(query)?.[1] ?? "");
    const until = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return path === PATH && until !== undefined && this.#state.now() < until;
  }

  /** Sends any frame to all sockets. */
  broadcast(frame: Omit<DingTalkFrame, "specVersion">): void {
    for (const { socket } of this.#connections) socket.send(JSON.stringify(frameOf(frame)));
  }

  /** Tells all sockets to go, and closes them when their time is over. */
  disconnect(): void {
    for (const connection of this.#connections) {
      connection.isLeaving = true;
      const data = JSON.stringify({ reason: "connection is expired" });
      const headers = { topic: "disconnect", contentType: "application/json" };
      connection.socket.send(JSON.stringify(frameOf({ type: "SYSTEM", headers, data })));
      const timer = setTimeout(
        () => connection.socket.close(),
        this.#state.options.disconnectMs ?? 10_000,
      );
      this.#timers.add(timer);
    }
  }

  /** Takes the network away from all sockets. */
  silence(): void {
    for (const connection of this.#connections) {
      connection.isDead = true;
      // Nothing is read any more, so no ping is answered either.
      connection.socket.pause();
    }
  }

  cut(): void {
    this.#server?.cut();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#server?.close();
  }

  #connected(socket: WebSocket): void {
    const id = randomBytes(8).toString("hex");
    const connection: Connection = { id, socket, open: new Map(), isLeaving: false, isDead: false };
    this.#connections.add(connection);
    socket.on("message", (data: Buffer) => this.#answered(connection, data.toString()));
    socket.on("close", () => {
      this.#connections.delete(connection);
      for (const push of connection.open.values()) this.#state.delivery.release(push);
    });
    this.#state.delivery.flush();
  }

  /** Each push goes to one of the robot's sockets, at random. */
  #carry(push: Push): boolean {
    const staying = [...this.#connections].filter(({ isLeaving }) => !isLeaving);
    const connection = anyOpen(staying, ({ socket }) => socket);
    if (connection === undefined) return false;
    const isLost = this.#state.faults["lost-frame"].take("") !== undefined;
    if (isLost || connection.isDead) return true;
    const messageId = randomBytes(12).toString("hex");
    connection.open.set(messageId, push);
    const headers = {
      appId: "00000000-0000-0000-0000-000000000000",
      connectionId: connection.id,
      contentType: "application/json",
      messageId,
      time: `${this.#state.now()}`,
      topic: ROBOT_TOPIC,
    };
    const frame = frameOf({ type: "CALLBACK", headers, data: push.data });
    connection.socket.send(JSON.stringify(frame));
    return true;
  }

  #ping(): void {
    for (const connection of this.#connections) {
      if (connection.isDead) continue;
      if (connection.ping !== undefined) {
        connection.socket.terminate();
        continue;
      }
      const id = randomBytes(12).toString("hex");
      const data = JSON.stringify({ opaque: randomBytes(9).toString("base64") });
      connection.ping = { id, data };
      const headers = { topic: "ping", messageId: id, contentType: "application/json" };
      connection.socket.send(JSON.stringify(frameOf({ type: "SYSTEM", headers, data })));
    }
  }

  /** An answer of the robot. What is no answer is logged and has no effect. */
  #answered(connection: Connection, text: string): void {
    const record = this.#state.requests.open(this.#state.now(), "SOCKET", "answer");
    const answer = parse(text);
    if (!isRecord(answer) || !isRecord(answer["headers"])) {
      record.status = 400;
      return;
    }
    record.params = answer;
    const { code, data, headers } = answer;
    const id = String(headers["messageId"]);
    record.status = 200;
    if (connection.ping?.id === id && connection.ping.data === data && code === 200) {
      delete connection.ping;
      return;
    }
    const push = connection.open.get(id);
    if (push === undefined) return;
    connection.open.delete(id);
    // The answer's data is a JSON text as well.
    if (code === 200 && typeof data === "string" && parse(data) !== undefined) {
      this.#state.delivery.acknowledge(push);
    } else this.#state.delivery.refuse(push);
  }

  #every(ms: number, task: () => void): void {
    const timer = setInterval(task, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}

function frameOf(frame: Omit<DingTalkFrame, "specVersion">): DingTalkFrame {
  return { specVersion: "1.0", ...frame };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
