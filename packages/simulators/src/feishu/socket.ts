import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";
import { anyOpen, listenForSockets, type SocketServer } from "../sockets.ts";
import type { FeishuFaultSlots } from "./faults.ts";
import { decodeFrame, encodeFrame, type Frame } from "./frame.ts";
import type { EventQueue, EventWay, QueuedEvent } from "./queue.ts";
import type { ClientConfig } from "./wire.ts";

/** What the long connections need to know. */
export interface SocketOptions {
  readonly queue: EventQueue;
  readonly faults: FeishuFaultSlots;
  readonly config: ClientConfig;
  /** Milliseconds after which an event without acknowledgement is pushed again. */
  readonly repushMs: number;
}

const SERVICE = 7;

/** The long connections of one app: each event goes to one of them. */
export class LongConnections implements EventWay {
  readonly #options: SocketOptions;
  #server: SocketServer | undefined;
  readonly #tickets = new Set<string>();
  #seqId = 2n ** 53n;

  private constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Opens the door for them on the loopback interface. */
  static async open(options: SocketOptions): Promise<LongConnections> {
    const connections = new LongConnections(options);
    connections.#server = await listenForSockets({
      mayOpen: (url) => connections.#takeTicket(url),
      onOpen: (socket) => connections.#welcome(socket),
    });
    return connections;
  }

  /** How many are open. */
  get count(): number {
    const clients = [...(this.#server?.clients ?? [])];
    return clients.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }

  /** An address that opens one connection. The official client needs something before `device_id`. */
  address(): string {
    const ticket = randomBytes(12).toString("hex");
    this.#tickets.add(ticket);
    const query = `fpid=493&aid=552564&device_id=${randomBytes(8).toString("hex")}`;
    return `${this.#server?.url}/ws/v2?${query}&service_id=${SERVICE}&ticket=${ticket}`;
  }

  /** Cuts all connections, as a restart of the platform does. */
  disconnect(): void {
    this.#server?.cut();
  }

  offer(queued: QueuedEvent): void {
    const socket = anyOpen(this.#server?.clients ?? [], (one) => one);
    if (socket !== undefined) this.#push(queued, socket);
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #takeTicket(url: string): boolean {
    const query = new URL(url, "ws://127.0.0.1").searchParams;
    return this.#tickets.delete(query.get("ticket") ?? "") && query.get("device_id") !== null;
  }

  #welcome(socket: WebSocket): void {
    socket.on("message", (data, isBinary) => {
      try {
        if (!isBinary || !(data instanceof Buffer)) throw new RangeError("Frames are binary");
        this.#read(decodeFrame(data), socket);
      } catch {
        socket.close(1002, "invalid frame");
      }
    });
    for (const queued of this.#options.queue.idle()) this.#push(queued, socket);
  }

  #read(frame: Frame, socket: WebSocket): void {
    const { queue, faults, config } = this.#options;
    if (frame.service !== SERVICE) throw new RangeError("The service is not that of the address");
    const { type, message_id: key = "", biz_rt: time } = frame.headers;
    if (frame.method === 0 && type === "ping") {
      if (faults["silent-socket"].take("ping") !== undefined) return;
      const payload = Buffer.from(JSON.stringify(config));
      socket.send(encodeFrame({ ...frame, headers: { type: "pong" }, payload }));
      return;
    }
    if (frame.method !== 1 || type !== "event") return;
    if (time === undefined) throw new RangeError("An acknowledgement has a header biz_rt");
    const answer: unknown = JSON.parse(Buffer.from(frame.payload ?? []).toString());
    const taken =
      typeof answer === "object" && answer !== null && "code" in answer && answer.code === 200;
    if (taken) queue.done(key);
  }

  #push(queued: QueuedEvent, socket: WebSocket): void {
    const { faults, repushMs, queue } = this.#options;
    queued.attempts += 1;
    clearTimeout(queued.timer);
    queued.timer = setTimeout(() => {
      queued.timer = undefined;
      if (queue.get(queued.key) === queued) this.offer(queued);
    }, repushMs);
    if (faults["lost-frame"].take("event") !== undefined) return;
    if (faults["cut-socket"].take("event") !== undefined) {
      socket.terminate();
      return;
    }
    if (faults["bad-frame"].take("event") !== undefined) socket.send(Buffer.from([0xff, 0x01, 0]));
    const order = faults.fragments.take("event")?.order ?? [0];
    const times = faults["duplicate"].take("event") === undefined ? 1 : 2;
    for (let time = 0; time < times; time++) {
      for (const frame of this.#fragments(queued, order)) socket.send(encodeFrame(frame));
    }
  }

  /** The frames of an event, cut without regard to characters, in the order that is asked for. */
  #fragments(queued: QueuedEvent, order: readonly number[]): Frame[] {
    const bytes = Buffer.from(JSON.stringify(queued.event));
    const size = Math.ceil(bytes.length / order.length);
    const trace = randomBytes(8).toString("hex");
    return order.map((seq) => ({
      seqId: this.#seqId++,
      logId: 2n ** 63n,
      service: SERVICE,
      method: 1,
      headers: {
        type: "event",
        message_id: queued.key,
        sum: String(order.length),
        seq: String(seq),
        trace_id: trace,
      },
      payload: bytes.subarray(seq * size, (seq + 1) * size),
    }));
  }
}
