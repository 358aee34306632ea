import assert from "node:assert/strict";
import {
  isBotwrightError,
  type MessageType,
  type PlatformAdapter,
  type SendReceipt,
} from "@botwright/core";
import type { ContractCase } from "@botwright/core/contract";
import { type MediaType, SAMPLES } from "./samples.ts";
import { assertNoSecret } from "./secrets.ts";
import type { AdapterContractSetup } from "./setup.ts";
import { onStage, rejectionOf, type Stage, until } from "./stage.ts";

const MEDIA: readonly MediaType[] = ["image", "voice", "video", "file"];

/** Rules of the way out. */
export function sendingCases(setup: AdapterContractSetup): ContractCase[] {
  const { capabilities } = setup;
  const cases: Record<string, (stage: Stage) => Promise<void>> = {
    "declares its capabilities": async (stage) => {
      assert.deepEqual(stage.adapter().capabilities, capabilities);
    },
    "ignores what the platform lacks": (stage) => lacks(stage, capabilities.send),
    "sends a text that is far too long in parts, in order": (stage) => longText(stage, setup),
    "keeps the order of sends that are not awaited": inOrder,
    "rejects a refused send with a typed error": refused,
    "rejects with a typed error when the platform is gone": gone,
    "is silent about typing, even when it fails": typing,
    "tells no secret in errors and logs": secrets,
  };
  for (const type of capabilities.send) cases[`sends ${type}`] = (stage) => sends(stage, type);
  return Object.entries(cases).map(([name, run]) => ({ name, run: () => onStage(setup, run) }));
}

function send(adapter: PlatformAdapter, type: MessageType, to: string): Promise<SendReceipt> {
  const ignored = Promise.resolve<SendReceipt>({ status: "ignored" });
  switch (type) {
    case "image":
      return adapter.sendImage?.(to, SAMPLES.image.bytes) ?? ignored;
    case "video":
      return adapter.sendVideo?.(to, SAMPLES.video.bytes) ?? ignored;
    case "voice":
      return adapter.sendVoice?.(to, SAMPLES.voice.bytes) ?? ignored;
    case "file":
      return adapter.sendFile?.(to, SAMPLES.file.bytes, SAMPLES.file.name) ?? ignored;
    default:
      return adapter.sendText(to, "hello");
  }
}

async function sends({ inspector, user, started }: Stage, type: MessageType): Promise<void> {
  const adapter = await started();
  await introduce(inspector, user);
  const receipt = await send(adapter, type, user);
  assert.equal(receipt.status, "sent");
  const [sent] = await inspector.waitForSent(1);
  assert.equal(sent?.to, user);
  assert.equal(sent.type, type);
  if (type === "text") assert.equal(sent.text, "hello");
  else assert.deepEqual(Buffer.from(sent.bytes ?? []), Buffer.from(SAMPLES[type].bytes));
  if (type === "file") assert.equal(sent.name, SAMPLES.file.name);
}

/** On most platforms a bot may write only to those who have written to it. */
async function introduce(inspector: Stage["inspector"], user: string): Promise<void> {
  await inspector.say({ from: user, text: "hi" });
  await until("the first contact", () => inspector.pending() === 0);
}

async function lacks(stage: Stage, known: readonly MessageType[]): Promise<void> {
  const adapter = await stage.started();
  await introduce(stage.inspector, stage.user);
  for (const type of MEDIA.filter((kind) => !known.includes(kind))) {
    assert.equal((await send(adapter, type, stage.user)).status, "ignored", type);
  }
  assert.equal((await adapter.sendText(stage.user, "")).status, "ignored", "an empty text");
  assert.equal(stage.inspector.sent().length, 0);
}

async function longText(stage: Stage, setup: AdapterContractSetup): Promise<void> {
  const adapter = await stage.started();
  await introduce(stage.inspector, stage.user);
  const longest = Math.min(...setup.capabilities.textLimits.map(({ max }) => max));
  const text = "0123456789".repeat(Math.ceil((longest * 2.5) / 10));
  await adapter.sendText(stage.user, text);
  const sent = stage.inspector.sent();
  assert.ok(sent.length >= 3, "sent in parts");
  assert.equal(sent.map((message) => message.text).join(""), text);
}

async function inOrder({ inspector, user, started }: Stage): Promise<void> {
  const adapter = await started();
  await introduce(inspector, user);
  const texts = Array.from({ length: 8 }, (_, index) => `part ${index}`);
  await Promise.all(texts.map((text) => adapter.sendText(user, text)));
  assert.deepEqual(
    inspector.sent().map((message) => message.text),
    texts,
  );
}

async function refused({ inspector, user, started, refuseSends }: Stage): Promise<void> {
  const adapter = await started();
  await introduce(inspector, user);
  const code = refuseSends();
  for (const type of adapter.capabilities.send) {
    const error = await rejectionOf(`sending ${type}`, send(adapter, type, user));
    assert.ok(isBotwrightError(error), `${type}: a typed error`);
    assert.equal(error.code, code, type);
  }
}

async function gone({ inspector, user, started }: Stage): Promise<void> {
  const adapter = await started();
  await introduce(inspector, user);
  await inspector.close();
  const error = await rejectionOf("a send to nowhere", adapter.sendText(user, "hello"));
  assert.ok(isBotwrightError(error), "a typed error");
  assert.match(error.code, /^NETWORK_/);
}

async function typing({ inspector, user, started, refuseSends }: Stage): Promise<void> {
  const adapter = await started();
  await introduce(inspector, user);
  await adapter.sendTyping?.(user);
  await adapter.cancelTyping?.(user);
  refuseSends();
  await adapter.sendTyping?.(user);
  await adapter.cancelTyping?.(user);
  assert.equal(inspector.sent().length, 0);
}

async function secrets(stage: Stage): Promise<void> {
  const { inspector, user } = stage;
  const adapter = await stage.started();
  await introduce(inspector, user);
  const errors: unknown[] = [];
  const fail = async (what: string, promise: Promise<unknown>): Promise<void> => {
    errors.push(await rejectionOf(what, promise));
  };
  await fail("an unknown reference", adapter.downloadRaw("no such reference"));
  stage.refuseSends();
  await fail("a refused send", adapter.sendText(user, "hello"));
  stage.revoke();
  await fail("a send with revoked credentials", adapter.sendText(user, "hello"));
  await fail("a start with revoked credentials", stage.started());
  await inspector.close();
  await fail("a send to nowhere", adapter.sendText(user, "hello"));
  await fail("a start at nowhere", stage.started());
  await adapter.stop();
  for (const error of errors) assertNoSecret(error, stage.secrets, "an error");
  for (const line of stage.logger.lines) assertNoSecret(line, stage.secrets, "a log line");
  for (const { message } of stage.received) assertNoSecret(message, stage.secrets, "a message");
}
