import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { AdapterCapabilities, IncomingMessage, MediaItem, MessageType } from "@botwright/core";
import { FILE_NAME, type MediaType, sample, sampleFile, send } from "../fixture/samples.ts";
import type { Rule, ContractContext } from "../context.ts";
import { assertRejects } from "../fixture/rejections.ts";
import { until } from "../fixture/wait.ts";

const isMedia = (type: MessageType): type is MediaType => type !== "text";
/** Sizes in bytes: 0 gives a small file full of traps, 3 MiB one that arrives in many chunks. */
const SIZES = [0, 3 * 1024 * 1024];

/** Files arrive byte for byte, in both directions. */
export function mediaRules({ receive, send: kinds }: AdapterCapabilities): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const type of receive.filter(isMedia)) {
    rules[`downloads ${type} byte for byte`] = (context) => downloads(context, type);
    rules[`answers a download of ${type} with what it shows, and changes no item`] = (context) =>
      completes(context, type);
  }
  for (const type of kinds.filter(isMedia)) {
    rules[`sends ${type} byte for byte`] = (context) => sends(context, type);
    if (receive.includes(type)) {
      rules[`sends back the ${type} it was sent`] = (context) => sendsBack(context, type);
    }
  }
  return rules;
}

/** Rules for uploads that fail. */
export function brokenUploadRules({ send: kinds }: AdapterCapabilities): Record<string, Rule> {
  return Object.fromEntries(
    kinds
      .filter(isMedia)
      .map((type) => [
        `tells an upload of ${type} that breaks off, and sends it when the connection holds`,
        (context: ContractContext) => breaksOff(context, type),
      ]),
  );
}

async function downloads(context: ContractContext, type: MediaType): Promise<void> {
  const { simulator, user, received } = context;
  const adapter = await context.started();
  // On a slow machine a message may be acknowledged so late that the platform delivers it again.
  const messages = (): IncomingMessage[] => [
    ...new Map(received.map((incoming) => [incoming.id, incoming])).values(),
  ];
  for (const [index, size] of SIZES.entries()) {
    const bytes = sampleFile(type, size);
    await simulator.say(sample(type, user, bytes));
    await until(`a ${type}`, () => messages().length > index);
    const item = messages()[index]?.message[type];
    assert.ok(item !== undefined, `message.${type} is set`);
    const download = await adapter.download(item);
    assertSame(download.bytes, bytes);
    if ("file_name" in download.item) assert.equal(download.item.file_name, FILE_NAME);
    const raw = await adapter.downloadRaw(item.media.encrypt_query_param);
    assert.ok(raw.length >= bytes.length, "the stored bytes can be had by the reference");
  }
}

async function completes(context: ContractContext, type: MediaType): Promise<void> {
  const { simulator, user, received } = context;
  const adapter = await context.started();
  const bytes = sampleFile(type, 5000);
  await simulator.say(sample(type, user, bytes));
  await until(`a ${type}`, () => received.length > 0);
  const given = received[0]?.message[type];
  assert.ok(given !== undefined, `message.${type} is set`);
  const before = structuredClone(given);
  const { item } = await adapter.download(deepFreeze(given));
  assert.deepEqual(given, before, "the item that was given stays as it is");
  assert.deepEqual(item, completed(before, bytes), "the item after the download");
  assert.equal((await adapter.download(item)).item, item, "nothing new is the same item");
}

/** The expected item: the platform's values stay, and the bytes fill in those that it leaves open. */
function completed(item: MediaItem, bytes: Uint8Array): MediaItem {
  const { length } = bytes;
  if ("mid_size" in item) return { ...item, mid_size: item.mid_size || length };
  if ("video_size" in item) return { ...item, video_size: item.video_size || length };
  if (!("md5" in item)) return item;
  const md5 = item.md5 || createHash("md5").update(bytes).digest("hex");
  return { ...item, file_name: FILE_NAME, len: item.len || length, md5 };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

async function sends({ simulator, user, inChat }: ContractContext, type: MediaType): Promise<void> {
  const adapter = await inChat();
  for (const [index, size] of SIZES.entries()) {
    const bytes = sampleFile(type, size);
    const receipt = await send(adapter, type, user, bytes);
    assert.equal(receipt.status, "sent");
    await until("the file", () => simulator.sent().length > index);
    const sent = simulator.sent()[index];
    assert.equal(sent?.to, user);
    assert.equal(sent.type, type);
    assertSame(sent.bytes ?? new Uint8Array(), bytes);
    if (type === "file") assert.equal(sent.name, FILE_NAME);
  }
}

async function breaksOff(context: ContractContext, type: MediaType): Promise<void> {
  const { simulator, user } = context;
  const adapter = await context.inChat();
  const bytes = sampleFile(type, 300_000);
  const fault = simulator.fault("broken-upload", { times: 1000 });
  const sending = send(adapter, type, user, bytes);
  await assertRejects("half an upload", sending, context.codeOf("broken-upload"));
  assert.ok(fault.hits > 0);
  fault.end();
  assert.equal((await send(adapter, type, user, bytes)).status, "sent");
  await until("the file", () => simulator.sent().length > 0);
  assert.equal(simulator.sent().length, 1, "what broke off is not shown");
  assertSame(simulator.sent()[0]?.bytes ?? new Uint8Array(), bytes);
}

async function sendsBack(context: ContractContext, type: MediaType): Promise<void> {
  const { simulator, user, received } = context;
  const adapter = await context.started();
  const bytes = sampleFile(type, 100_000);
  await simulator.say(sample(type, user, bytes));
  await until(`a ${type}`, () => received.length > 0);
  const item = received[0]?.message[type];
  assert.ok(item !== undefined, `message.${type} is set`);
  await send(adapter, type, user, (await adapter.download(item)).bytes);
  const [sent] = simulator.sent();
  assert.equal(sent?.type, type);
  assertSame(sent.bytes ?? new Uint8Array(), bytes);
}

/** Compares bytes without printing megabytes when they differ. */
function assertSame(actual: Uint8Array, expected: Uint8Array): void {
  if (Buffer.compare(actual, expected) === 0) return;
  const first = actual.findIndex((byte, index) => byte !== expected[index]);
  assert.equal(first, -1, `the bytes differ from position ${first} on`);
  assert.equal(actual.length, expected.length, "bytes are missing at the end");
}
