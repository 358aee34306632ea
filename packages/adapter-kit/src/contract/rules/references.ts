import assert from "node:assert/strict";
import {
  type AdapterCapabilities,
  createMemoryAdapterState,
  type DownloadOptions,
  type MediaItem,
  type MessageType,
  type PlatformAdapter,
} from "@botwright/core";
import { assertRejects } from "../fixture/rejections.ts";
import { type MediaType, sample, sampleFile } from "../fixture/samples.ts";
import type { Rule, ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

const CODE = "INVALID_MEDIA_REFERENCE";
const isMedia = (type: MessageType): type is MediaType => type !== "text";

/** Plugins hand references back to the adapter: only media that this bot has received may be reached by them. */
export function referenceRules({ receive }: AdapterCapabilities): Record<string, Rule> {
  const type = receive.find(isMedia);
  if (type === undefined) return {};
  return {
    "refuses media references that were changed or made up, and asks the platform nothing": (
      context,
    ) => forged(context, type),
    "refuses a media reference of another bot": (context) => otherBot(context, type),
    "refuses the media of another chat where the caller names one": (context) =>
      otherChat(context, type),
    "takes a media reference from before a restart": (context) => restarted(context, type),
    "holds the caller's limit of a download": (context) => limited(context, type),
  };
}

/** Lets a person send a file, and returns its item. */
async function receivedFrom(
  context: ContractContext,
  type: MediaType,
  from: string,
): Promise<MediaItem> {
  const { simulator, received } = context;
  const before = received.length;
  await simulator.say(sample(type, from, sampleFile(type, 5000)));
  await until(`a ${type}`, () => received.length > before);
  const item = received[before]?.message[type];
  assert.ok(item !== undefined, `message.${type} is set`);
  return item;
}

function withReference(item: MediaItem, reference: string): MediaItem {
  return { ...item, media: { ...item.media, encrypt_query_param: reference } };
}

/** Asserts that `download` and `downloadRaw` refuse the reference without a request to the platform. */
async function assertRefused(
  context: ContractContext,
  adapter: PlatformAdapter,
  item: MediaItem,
  options?: DownloadOptions,
): Promise<Error[]> {
  const reference = item.media.encrypt_query_param;
  const what = `the reference ${JSON.stringify(reference.slice(0, 200))}`;
  const before = context.simulator.requests().length;
  const errors = [
    await assertRejects(what, adapter.downloadRaw(reference, options), CODE),
    await assertRejects(what, adapter.download(item, options), CODE),
  ];
  assert.equal(context.simulator.requests().length, before, `${what}: the platform was asked`);
  return errors;
}

/** Stops the adapter: it still downloads, but makes no other requests, which the test counts. */
async function stopped(
  context: ContractContext,
  adapter: PlatformAdapter,
): Promise<PlatformAdapter> {
  await until("the acknowledgements", () => context.simulator.pending() === 0);
  await adapter.stop();
  return adapter;
}

async function forged(context: ContractContext, type: MediaType): Promise<void> {
  const { user, other } = context;
  const adapter = await context.started();
  const item = await receivedFrom(context, type, user);
  const foreign = await receivedFrom(context, type, other);
  await stopped(context, adapter);
  const reference = item.media.encrypt_query_param;
  for (const made of [
    ...changed(reference),
    ...spliced(reference, foreign.media.encrypt_query_param),
    ...madeUp(adapter.platform, item),
  ]) {
    await assertRefused(context, adapter, withReference(item, made));
  }
  // The genuine reference still works, so the refusals did not come from a missing file.
  await adapter.downloadRaw(reference);
}

/** Variants of a reference: each character replaced, and characters removed or added at both ends. */
function changed(reference: string): string[] {
  const one = Array.from(reference, (character, at) => {
    const another = character === "A" ? "B" : "A";
    return reference.slice(0, at) + another + reference.slice(at + 1);
  });
  const cuts = [1, 2, 8, 16, 32].flatMap((count) => [
    reference.slice(0, -count),
    reference.slice(count),
  ]);
  const ends = ["=", "A", " ", "\n", "\0", ".", "/", "/..", "%00", "?a=b", "#", "&type=image"];
  const longer = ends.flatMap((end) => [reference + end, end + reference]);
  const cased = [reference.toUpperCase(), reference.toLowerCase()];
  return [...one, ...cuts, ...longer, ...cased, reference + reference].filter(
    (made) => made !== reference,
  );
}

/** Combinations of the parts of two references. */
function spliced(first: string, second: string): string[] {
  const [mine, theirs] = [first.split("."), second.split(".")];
  return mine
    .map((_part, index) => [...mine.slice(0, index), ...theirs.slice(index)].join("."))
    .concat(mine.map((_, index) => mine.with(index, theirs[index] ?? "").join(".")))
    .filter((made) => made !== first && made !== second);
}

/** References that an attacker could forge from the adapter's source, or from one message. */
function madeUp(platform: string, { media }: MediaItem): string[] {
  const decoded = media.encrypt_query_param
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString());
  const known = Object.values(media).filter((value) => typeof value === "string");
  const plain = [...decoded, ...known.filter((value) => value !== media.encrypt_query_param)];
  const paths = ["../../../contact/v3/users", "..", "../../bot/getMe", "x/../../y", "%2e%2e%2f"];
  const odd = [
    "",
    " ",
    "no such reference",
    "https://example.com/file",
    "\0",
    "\uD800",
    "..",
    ".a.",
  ];
  return [
    ...odd,
    ...plain,
    ...plain.map((value) => `${platform}:${value}`),
    ...plain.map((value) => `${platform}:${Buffer.from(value).toString("base64url")}`),
    ...paths.flatMap((path) => [
      path,
      `${platform}:${path}`,
      `${platform}:file:${path}:a`,
      `${platform}:file:a:${path}?a=b#`,
      Buffer.from(path).toString("base64url"),
    ]),
    "A".repeat(100_000),
  ];
}

async function otherBot(context: ContractContext, type: MediaType): Promise<void> {
  const adapter = await context.started();
  const item = await receivedFrom(context, type, context.user);
  await stopped(context, adapter);
  const another = context.fixture.adapter({ state: createMemoryAdapterState() });
  await assertRefused(context, another, item);
  await assertRefused(context, another, item, { from: context.user });
}

async function otherChat(context: ContractContext, type: MediaType): Promise<void> {
  const { user, other } = context;
  const adapter = await context.started();
  const item = await receivedFrom(context, type, user);
  await stopped(context, adapter);
  const foreign = await assertRefused(context, adapter, item, { from: other });
  for (const from of ["", `${user} `, user.toUpperCase() + user, "*"]) {
    await assertRefused(context, adapter, item, { from });
  }
  const nonsense = withReference(item, "no such reference");
  const made = await assertRefused(context, adapter, nonsense, { from: other });
  assert.deepEqual(
    foreign.map(({ message }) => message),
    made.map(({ message }) => message),
    "the error does not tell whether there is such a medium",
  );
  const { bytes } = await adapter.download(item, { from: user });
  const again = await adapter.download(item);
  assert.deepEqual(Buffer.from(again.bytes), Buffer.from(bytes));
  await adapter.downloadRaw(item.media.encrypt_query_param, { from: user });
}

async function restarted(context: ContractContext, type: MediaType): Promise<void> {
  const adapter = await context.started();
  const item = await receivedFrom(context, type, context.user);
  await stopped(context, adapter);
  const next = context.adapter();
  await next.downloadRaw(item.media.encrypt_query_param, { from: context.user });
  await next.download(item);
}

async function limited(context: ContractContext, type: MediaType): Promise<void> {
  const adapter = await context.started();
  const item = await receivedFrom(context, type, context.user);
  await stopped(context, adapter);
  const { length } = (await adapter.download(item)).bytes;
  const reference = item.media.encrypt_query_param;
  const stored = await adapter.downloadRaw(reference);
  for (const maxBytes of [0, 1, 1000, length - 1]) {
    const what = `${length} bytes, of which ${maxBytes} are wanted`;
    const options = { maxBytes };
    await assertRejects(what, adapter.download(item, options), "MEDIA_TOO_LARGE");
    await assertRejects(what, adapter.downloadRaw(reference, options), "MEDIA_TOO_LARGE");
  }
  assert.equal((await adapter.download(item, { maxBytes: length })).bytes.length, length);
  const raw = await adapter.downloadRaw(reference, { maxBytes: stored.length });
  assert.equal(raw.length, stored.length);
}
