import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, isIPv6, type Server, type Socket } from "node:net";

/** What the name server does with the questions for one name. */
export interface Zone {
  /** Answers to both kinds of question: each is given the addresses of its kind. */
  readonly addresses?: readonly string[];
  /** No answer at all: to one kind of question, or to both. */
  readonly silent?: "A" | "AAAA" | "both";
  /** Milliseconds before the answer. */
  readonly delayMs?: number;
  /** The answer is for another question. */
  readonly wrongId?: boolean;
  /** The name stands for this one. */
  readonly cname?: string;
}

const KINDS: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };
/** What fits into a datagram; longer answers are fetched by TCP. */
const MAX_UDP_BYTES = 512;

/** Ports that are tried. */
const PORTS = 20;

/** A name server on loopback, by UDP and TCP. A name that has no zone does not exist. */
export class NameServer implements AsyncDisposable {
  readonly zones = new Map<string, Zone>();
  /** Questions, in order, as `name/A`. */
  readonly asked: string[] = [];
  readonly #udp: UdpSocket = createSocket("udp4");
  readonly #tcp: Server;
  readonly #sockets = new Set<Socket>();
  /** Answers that have not been sent yet. */
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor() {
    this.#udp.on("message", (query, { port, address }) => {
      this.#answer(query, MAX_UDP_BYTES, (answer) => this.#udp.send(answer, port, address));
    });
    this.#tcp = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
      socket.on("data", (data) => {
        const query = Buffer.from(data.subarray(2));
        this.#answer(query, 65_535, (answer) => {
          const size = Buffer.alloc(2);
          size.writeUInt16BE(answer.byteLength);
          socket.write(Buffer.concat([size, answer]));
        });
      });
    });
  }

  /** As the option `nameServers` has it. */
  get address(): string {
    return `127.0.0.1:${this.#udp.address().port}`;
  }

  /** Takes a port that is free for both: one that TCP gives out may be in use by UDP. */
  async listen(): Promise<this> {
    for (let attempt = 0; attempt < PORTS; attempt++) {
      this.#tcp.listen(0, "127.0.0.1");
      await once(this.#tcp, "listening");
      const address = this.#tcp.address();
      const port = typeof address === "object" ? address?.port : undefined;
      try {
        this.#udp.bind(port, "127.0.0.1");
        await once(this.#udp, "listening");
        return this;
      } catch {
        await new Promise((resolve) => this.#tcp.close(resolve));
      }
    }
    throw new Error(`none of ${PORTS} ports is free for UDP and TCP`);
  }

  #answer(query: Buffer, most: number, send: (answer: Buffer) => void): void {
    const { name, kind, end } = readQuestion(query);
    this.asked.push(`${name}/${kind}`);
    const zone = this.zones.get(name.toLowerCase());
    if (zone?.silent === "both" || (zone !== undefined && zone.silent === kind)) return;
    const answer = createAnswer(query.subarray(0, end), kind, zone, most);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      send(answer);
    }, zone?.delayMs ?? 0);
    this.#timers.add(timer.unref());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#tcp.close();
    this.#udp.close();
  }
}

export async function openNameServer(): Promise<NameServer> {
  return await new NameServer().listen();
}

function readQuestion(query: Buffer): { name: string; kind: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
  }
  const type = query.readUInt16BE(at + 1);
  return { name: labels.join("."), kind: KINDS[type] ?? String(type), end: at + 5 };
}

function createAnswer(
  question: Buffer,
  kind: string,
  zone: Zone | undefined,
  most: number,
): Buffer {
  const head = Buffer.from(question);
  if (zone?.wrongId === true) head.writeUInt16BE((head.readUInt16BE(0) + 1) % 65_536, 0);
  const owner = zone?.cname === undefined ? Buffer.from([0xc0, 12]) : encodeName(zone.cname);
  const records = (zone?.addresses ?? [])
    .filter((address) => isIPv6(address) === (kind === "AAAA"))
    .map((address) => encodeRecord(owner, address));
  if (zone?.cname !== undefined) {
    records.unshift(encodeData(Buffer.from([0xc0, 12]), 5, encodeName(zone.cname)));
  }
  const body = Buffer.concat(records);
  const isTooLong = head.byteLength + body.byteLength > most;
  // Response, recursion available; truncated where it does not fit; no such name without a zone.
  head.writeUInt16BE(0x8180 | (isTooLong ? 0x0200 : 0) | (zone === undefined ? 3 : 0), 2);
  head.writeUInt16BE(isTooLong ? 0 : records.length, 6);
  head.writeUInt32BE(0, 8);
  return isTooLong ? head : Buffer.concat([head, body]);
}

function encodeRecord(owner: Buffer, address: string): Buffer {
  if (!isIPv6(address)) return encodeData(owner, 1, Buffer.from(address.split(".").map(Number)));
  const [left = "", right = ""] = address.split("::");
  const zeros = Array(8 - partsOf(left).length - partsOf(right).length).fill("0");
  const groups = [...partsOf(left), ...zeros, ...partsOf(right)];
  return encodeData(
    owner,
    28,
    Buffer.from(groups.map((part) => part.padStart(4, "0")).join(""), "hex"),
  );
}

function partsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}

function encodeData(owner: Buffer, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt32BE(60, 4);
  fields.writeUInt16BE(data.byteLength, 8);
  return Buffer.concat([owner, fields, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split(".")
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
