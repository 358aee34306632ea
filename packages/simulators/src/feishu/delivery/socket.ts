import { randomBytes, randomInt } from "node:crypto";
import { WebSocket } from "ws";
import { anyOpen, listenForSockets, type Refusal, type SocketServer } from "../../http/sockets.ts";
import { PushedFrames } from "./acks.ts";
import type { FeishuFaultSlots } from "../faults.ts";
import { decodePbbp2Frame, encodePbbp2Frame, type Frame } from "./frame.ts";
import type { EventQueue, EventTransport, QueuedEvent } from "./queue.ts";
import { badFragments, type Draft, eventFrames, otherFrames } from "./socket-frames.ts";
import type { ClientConfig } from "../wire.ts";

/** Options of {@link LongConnections}. */
export interface SocketOptions {
  readonly queue: EventQueue;
  readonly faults: FeishuFaultSlots;
  readonly config: () => ClientConfig;
  /** Milliseconds after which an unacknowledged event is pushed again. */
  readonly redeliveryMs: number;
  /** Whether acknowledgements must repeat ids beyond 2^53 exactly. */
  readonly exactAcks: boolean;
}

/** The long connections of one app; each event goes to one of them. */
export class LongConnections implements EventTransport {
  readonly #options: SocketOptions;
  #server: SocketServer | undefined;
  readonly #tickets = new Set<string>();
  readonly #service = randomInt(1, 2 ** 31);
  readonly #pushed: PushedFrames;
  /** Begins at the last integers that a `number` holds exactly, so that later ids test clients. */
  #seqId = 2n ** 53n - 1n;

  private constructor(options: SocketOptions) {
    this.#options = options;
    this.#pushed = new PushedFrames(options.exactAcks);
  }

  /** Starts the WebSocket server on the loopback interface. */
  static async open(options: SocketOptions): Promise<LongConnections> {
    const connections = new LongConnections(options);
    connections.#server = await listenForSockets({
      mayOpen: (url) => connections.#judge(url),
      onOpen: (socket) => connections.#welcome(socket),
    });
    return connections;
  }

  /** How many connections are open. */
  get count(): number {
    const clients = [...(this.#server?.clients ?? [])];
    return clients.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }

  /** The URL for one connection. The official client needs parameters before `device_id`. */
  address(): string {
    const ticket = randomBytes(12).toString("hex");
    this.#tickets.add(ticket);
    const query = `fpid=493&aid=552564&device_id=${randomBytes(8).toString("hex")}`;
    return `${this.#server?.url}/ws/v2?${query}&service_id=${this.#service}&ticket=${ticket}`;
  }

  /** Cuts all connections, as at a restart of the platform. */
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

  #judge(url: string): true | Refusal {
    const query = new URL(url, "ws://127.0.0.1").searchParams;
    const isKnown = this.#tickets.delete(query.get("ticket") ?? "");
    const asked = this.#options.faults["handshake-refused"].take("handshake");
    if (asked !== undefined) {
      const { status = 403, authErrCode } = asked;
      return refusal(status, "the handshake is refused", authErrCode);
    }
    if (isKnown && query.get("device_id") !== null) return true;
    return refusal(514, "invalid ticket");
  }

  #welcome(socket: WebSocket): void {
    socket.on("message", (data, isBinary) => {
      try {
        if (!isBinary || !(data instanceof Buffer)) throw new RangeError("Frames are binary");
        this.#read(decodePbbp2Frame(data), socket);
      } catch {
        socket.close(1002, "invalid frame");
      }
    });
    for (const queued of this.#options.queue.idle()) this.#push(queued, socket);
  }

  #read(frame: Frame, socket: WebSocket): void {
    const { queue, faults, config } = this.#options;
    if (frame.service !== this.#service) throw new RangeError("The address has another service");
    const { type, ...headers } = frame.headers;
    if (frame.method === 1 && type === "event") {
      const { key, taken } = this.#pushed.read(frame);
      if (taken) queue.done(key);
      return;
    }
    if (frame.method !== 0 || type !== "ping") throw new RangeError("No client says such a thing");
    const { seqId, logId, payload = [] } = frame;
    if (seqId + logId > 0n || payload.length > 0 || Object.keys(headers).length > 0) {
      throw new RangeError("A ping has a type and nothing else");
    }
    if (faults["silent-socket"].take("ping") !== undefined) return;
    const answer = Buffer.from(JSON.stringify(config()));
    socket.send(encodePbbp2Frame({ ...frame, headers: { type: "pong" }, payload: answer }));
  }

  #push(queued: QueuedEvent, socket: WebSocket): void {
    const { faults, redeliveryMs, queue } = this.#options;
    queued.attempts += 1;
    clearTimeout(queued.timer);
    queued.timer = setTimeout(() => {
      queued.timer = undefined;
      if (queue.get(queued.key) === queued) this.offer(queued);
    }, redeliveryMs);
    if (faults["lost-frame"].take("event") !== undefined) return;
    if (faults["cut-socket"].take("event") !== undefined) {
      socket.terminate();
      return;
    }
    if (faults["bad-frame"].take("event") !== undefined) socket.send(Buffer.from([0xff, 0x01, 0]));
    if (faults["bad-fragments"].take("event") !== undefined) this.#send(badFragments(), socket);
    if (faults["other-frames"].take("event") !== undefined) this.#send(otherFrames(), socket);
    const order = faults.fragments.take("event")?.order ?? [0];
    const times = faults["duplicate"].take("event") === undefined ? 1 : 2;
    for (let time = 0; time < times; time++) {
      const last = this.#send(eventFrames(queued, order), socket);
      if (last !== undefined) this.#pushed.keep(last);
    }
  }

  /** Sends the frames and returns the last one. */
  #send(drafts: readonly Draft[], socket: WebSocket): Frame | undefined {
    const logId = randomBytes(8).readBigUInt64BE() | (2n ** 63n + 1n);
    const frames = drafts.map((draft) => ({
      ...draft,
      seqId: this.#seqId++,
      logId,
      service: this.#service,
    }));
    for (const frame of frames) socket.send(encodePbbp2Frame(frame));
    return frames.at(-1);
  }
}

/** The answer's headers contain the reason. */
function refusal(status: number, message: string, authErrCode?: number): Refusal {
  return {
    status: 401,
    headers: {
      "Handshake-Status": String(status),
      "Handshake-Msg": message,
      ...(authErrCode !== undefined && { "Handshake-Autherrcode": String(authErrCode) }),
    },
  };
}
