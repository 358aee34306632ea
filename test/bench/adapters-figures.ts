/**
 * Figures of the adapters without a network: `node adapters-figures.ts <name>` measures one of them and prints it as
 * JSON. Each is measured in its own process.
 */
import { randomBytes } from "node:crypto";
import { type AesOptions, decryptAes, encryptAes } from "@botwright/adapter-kit";
import { wires, type Wire } from "./adapters-wire.ts";
import { median, percentile } from "./statistics.ts";

const WARM_UP = 10;
const ROUNDS = 15;
const MEDIUM_BYTES = 10_000_000;
const MEDIUM_ROUNDS = 25;

/** The times in which messages of a wire format are parsed to the messages that a handler gets. */
export interface ParseTimes {
  readonly name: string;
  readonly messages: number;
  readonly medianUs: number;
  readonly p99Us: number;
}

/** How fast media are encrypted and decrypted. */
export interface CipherRates {
  readonly name: string;
  readonly encryptMBs: number;
  readonly decryptMBs: number;
}

function timeWire({ name, messages }: Wire): ParseTimes {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const read of messages) {
      const started = performance.now();
      const incoming = read();
      const us = (performance.now() - started) * 1000;
      if (incoming === null || incoming === undefined) throw new Error(`${name} was not parsed`);
      if (round >= 0) times.push(us);
    }
  }
  const [medianUs, p99Us] = [median(times), percentile(times, 99)];
  return { name, messages: messages.length, medianUs, p99Us };
}

async function parse(): Promise<readonly ParseTimes[]> {
  const { plain, encrypted } = wires();
  return [...plain, encrypted].map(timeWire);
}

/** The ciphers with which the platforms encrypt media or callbacks. */
const CIPHERS: readonly { readonly name: string; readonly options: AesOptions }[] = [
  { name: "WeChat's media: AES-128-ECB", options: { key: randomBytes(16) } },
  {
    name: "WeCom's and DingTalk's callbacks: AES-256-CBC, padded to 32",
    options: { key: randomBytes(32), iv: randomBytes(16), padTo: 32 },
  },
  {
    name: "Feishu's callbacks: AES-256-CBC",
    options: { key: randomBytes(32), iv: randomBytes(16) },
  },
];

async function media(): Promise<readonly CipherRates[]> {
  const plain = randomBytes(MEDIUM_BYTES);
  return CIPHERS.map(({ name, options }) => {
    const encrypted = encryptAes(plain, options);
    if (!decryptAes(encrypted, options).equals(plain)) throw new Error(`${name} is broken`);
    return {
      name,
      encryptMBs: rate(() => encryptAes(plain, options)),
      decryptMBs: rate(() => decryptAes(encrypted, options)),
    };
  });
}

/** MB per second, the median of the rounds. */
function rate(work: () => unknown): number {
  const rounds = Array.from({ length: MEDIUM_ROUNDS }, () => {
    const started = performance.now();
    work();
    return MEDIUM_BYTES / 1000 / (performance.now() - started);
  });
  return median(rounds);
}

const FIGURES: Record<string, () => Promise<unknown>> = { parse, media };
const [name = ""] = process.argv.slice(2);
const figure = FIGURES[name];
if (figure === undefined) throw new Error(`the figures are ${Object.keys(FIGURES).join(", ")}`);
console.log(JSON.stringify(await figure()));
