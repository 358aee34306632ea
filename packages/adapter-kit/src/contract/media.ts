import assert from "node:assert/strict";
import type { AdapterCapabilities, MessageType } from "@botwright/core";
import { FILE_NAME, type MediaType, sample, sampleFile, send } from "./samples.ts";
import type { Rule, ContractContext } from "./context.ts";
import { assertRejects } from "./rejections.ts";
import { until } from "./wait.ts";

const isMedia = (type: MessageType): type is MediaType => type !== "text";
/** Small ones are full of traps; large ones come in many pieces. */
const SIZES = [0, 3 * 1024 * 1024];

/** Files arrive as they were, byte for byte, both ways. */
export function mediaRules({ receive, send: kinds }: AdapterCapabilities): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const type of receive.filter(isMedia)) {
    rules[`downloads ${type} byte for byte`] = (context) => downloads(context, type);
  }
  for (const type of kinds.filter(isMedia)) {
    rules[`sends ${type} byte for byte`] = (context) => sends(context, type);
    rules[`tells an upload of ${type} that breaks off, and sends it when the connection holds`] = (
      context,
    ) => breaksOff(context, type);
    if (receive.includes(type)) {
      rules[`sends back the ${type} it was sent`] = (context) => sendsBack(context, type);
    }
  }
  return rules;
}

async function downloads(context: ContractContext, type: MediaType): Promise<void> {
  const { simulator, user, received } = context;
  const adapter = await context.started();
  for (const [index, size] of SIZES.entries()) {
    const bytes = sampleFile(type, size);
    await simulator.say(sample(type, user, bytes));
    await until(`a ${type}`, () => received.length > index);
    const item = received[index]?.message[type];
    assert.ok(item !== undefined, `message.${type} is set`);
    assertSame(await adapter.download(item), bytes);
    const raw = await adapter.downloadRaw(item.media.encrypt_query_param);
    assert.ok(raw.length >= bytes.length, "the stored bytes can be had by the reference");
    if ("file_name" in item) assert.equal(item.file_name, FILE_NAME);
  }
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
  await send(adapter, type, user, await adapter.download(item));
  const [sent] = simulator.sent();
  assert.equal(sent?.type, type);
  assertSame(sent.bytes ?? new Uint8Array(), bytes);
}

/** Without printing megabytes when they differ. */
function assertSame(actual: Uint8Array, expected: Uint8Array): void {
  if (Buffer.compare(actual, expected) === 0) return;
  const first = actual.findIndex((byte, index) => byte !== expected[index]);
  assert.equal(first, -1, `the bytes differ from position ${first} on`);
  assert.equal(actual.length, expected.length, "bytes are missing at the end");
}
