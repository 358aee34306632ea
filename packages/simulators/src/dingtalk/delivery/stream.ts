import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { anyOpen, listenForSockets, type SocketServer } from "../../http/sockets.ts";
import type { Push } from "./delivery.ts";
import type { DingtalkState } from "../state.ts";
import { parse } from "./stream-answer.ts";
import { Connection } from "./stream-connection.ts";
import type { DingtalkFrame } from "../wire.ts";

/** How long a ticket is valid, in milliseconds. */
const TICKET_MS = 90_000;
const PATH = "/connect";

/** The Stream gateway: issues tickets, accepts sockets, and sends the robot's messages through them. */
export class Stream {
  readonly #state: DingtalkState;
  #server: SocketServer | undefined;
  readonly #tickets = new Map<string, number>();
  readonly #connections = new Set<Connection>();
  readonly #pings: NodeJS.Timeout;

  private constructor(state: DingtalkState) {
    this.#state = state;
    this.carry();
    this.#pings = setInterval(() => {
      for (const connection of this.#connections) connection.ping();
    }, state.options.pingMs ?? 30_000);
    this.#pings.unref();
  }

  static async start(state: DingtalkState): Promise<Stream> {
    const stream = new Stream(state);
    stream.#server = await listenForSockets({
      mayOpen: (url) => stream.#mayOpen(url),
      onOpen: (socket) => stream.#opened(socket),
    });
    return stream;
  }

  /** Sends the robot's messages through the sockets from now on. */
  carry(): void {
    this.#state.delivery.carryBy((push) => this.#carry(push));
  }

  /** The gateway's answer: the URL, and a ticket for one connection. */
  openConnection(): { endpoint: string; ticket: string } {
    const ticket = randomBytes(18).toString("base64");
    this.#tickets.set(ticket, this.#state.now() + TICKET_MS);
    return { endpoint: `${this.#server?.url}${PATH}`, ticket };
  }

  #mayOpen(url: string): boolean {
    // The official client does not encode the ticket, so a plus is not a space here.
    const [path = "", query = ""] = url.split("?", 2);
    const ticket = decodeURIComponent(/(?:^|&)ticket=([^&]*)/.exec(query)?.[1] ?? "");
    const until = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return path === PATH && until !== undefined && this.#state.now() < until;
  }

  /** Sends any frame to all sockets. */
  broadcast(frame: Omit<DingtalkFrame, "specVersion">): void {
    for (const connection of this.#connections) connection.send(frame);
  }

  /** Asks all sockets to disconnect, and closes each after a quiet period. */
  disconnect(): void {
    const quietMs = this.#state.options.disconnectMs ?? 10_000;
    for (const connection of this.#connections) connection.leave(quietMs);
  }

  /** Simulates a failed network for all sockets. */
  silence(): void {
    for (const connection of this.#connections) connection.silence();
  }

  cut(): void {
    this.#server?.cut();
  }

  async close(): Promise<void> {
    clearInterval(this.#pings);
    await this.#server?.close();
  }

  #opened(socket: WebSocket): void {
    const connection = new Connection(socket, this.#state.delivery);
    this.#connections.add(connection);
    socket.on("message", (data: Buffer, isBinary) => {
      const record = this.#state.requests.open(this.#state.now(), "SOCKET", "answer");
      const answer = isBinary ? undefined : parse(data.toString());
      record.params = typeof answer === "object" ? { ...answer } : {};
      record.status = connection.answered(answer);
    });
    socket.on("close", () => {
      this.#connections.delete(connection);
      connection.closed();
    });
    this.#state.delivery.flush();
  }

  /** Each push goes to one of the robot's sockets at random, including those that were asked to disconnect. */
  #carry(push: Push): boolean {
    const connection = anyOpen(this.#connections, ({ socket }) => socket);
    if (connection === undefined) return false;
    if (this.#state.faults["lost-frame"].take("") === undefined) {
      connection.carry(push, this.#state.now());
    }
    return true;
  }
}
