import assert from "node:assert/strict";
import type { AdapterCapabilities } from "@botwright/core";
import { isBotwrightError } from "@botwright/core";
import { sampleFile } from "../fixture/samples.ts";
import type { Rule, ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** A plugin chooses receivers, tokens and file names: none of them may lead a message to another person. */
export function recipientRules({ send }: AdapterCapabilities): Record<string, Rule> {
  return {
    "sends to the chat that is named, whatever token comes with it": foreignTokens,
    "takes a receiver for one id, whatever stands in it": oddReceivers,
    ...(send.includes("file") && { "sends files under names that are only names": fileNames }),
  };
}

/** The messages that are sent during a task; the task may reject with a typed error. */
async function sentDuring(
  { simulator }: ContractContext,
  task: () => Promise<unknown>,
): Promise<ReturnType<ContractContext["simulator"]["sent"]>> {
  const before = simulator.sent().length;
  try {
    await task();
  } catch (error) {
    assert.ok(isBotwrightError(error), `a typed error, not ${String(error)}`);
  }
  return simulator.sent().slice(before);
}

async function foreignTokens(context: ContractContext): Promise<void> {
  const { simulator, user, other, received } = context;
  const adapter = await context.started();
  await simulator.say({ from: other, text: "of another chat" });
  await simulator.say({ from: user, text: "of this chat" });
  const senders = (): Set<string> => new Set(received.map(({ message }) => message.from));
  await until("both messages", () => senders().size === 2);
  const tokenOf = (from: string): string =>
    received.find(({ message }) => message.from === from)?.message.contextToken ?? "";
  const foreign = await sentDuring(context, () =>
    adapter.sendText(user, "hello", { contextToken: tokenOf(other) }),
  );
  assert.deepEqual(
    foreign.map(({ to }) => to),
    [user],
    "a token of another chat leads no message there",
  );
  const odd = [
    "..",
    "../../..",
    "a/../b",
    "a?b=c#d",
    `${tokenOf(user)}/..`,
    "%2e%2e",
    "a\r\nb",
    "\0",
  ];
  for (const contextToken of odd) {
    const sent = await sentDuring(context, () => adapter.sendText(user, "hello", { contextToken }));
    assert.ok(
      sent.every(({ to }) => to === user),
      `the token ${JSON.stringify(contextToken)} leads elsewhere`,
    );
  }
}

async function oddReceivers(context: ContractContext): Promise<void> {
  const { user, other } = context;
  const adapter = await context.inChat();
  const joints = ["|", ",", ";", " ", "\n", "\r\n", "/../", "&to=", "\0"];
  const ends = ["/..", "?a=b", "#", "/", "%00"];
  const odd = [
    ...joints.map((joint) => user + joint + other),
    ...ends.map((end) => user + end),
    "@all",
    "..",
    "*",
  ];
  for (const to of odd) {
    const sent = await sentDuring(context, () => adapter.sendText(to, "hello"));
    assert.ok(
      sent.every((message) => message.to !== user && message.to !== other),
      `${JSON.stringify(to)} is no receiver, but the message was delivered`,
    );
  }
}

/** Characters that end a header or a line, leave a folder, or hide an extension. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}"\\/\u202a-\u202e\u2066-\u2069]/u;

async function fileNames(context: ContractContext): Promise<void> {
  const { user } = context;
  const adapter = await context.inChat();
  const bytes = sampleFile("file");
  const names = [
    "../../etc/passwd.pdf",
    "..\\..\\windows\\system.pdf",
    'a"; filename="b.pdf',
    "a.pdf\r\nContent-Type: text/html\r\n\r\n<b>.pdf",
    "nothing\0more.pdf",
    "exe.\u202efdp.pdf",
    "\uD800.pdf",
    `${"long ".repeat(2000)}.pdf`,
    `${"长".repeat(2000)}.pdf`,
  ];
  for (const name of names) {
    const what = `the name ${JSON.stringify(name.slice(0, 60))}`;
    const [sent] = await sentDuring(context, () =>
      Promise.resolve(adapter.sendFile?.(user, bytes, name)),
    );
    assert.ok(sent?.name !== undefined, `${what}: a file with a name arrives`);
    assert.doesNotMatch(sent.name, UNSAFE, what);
    assert.ok(Buffer.byteLength(sent.name) <= 255, `${what}: at most 255 bytes`);
    assert.match(sent.name, /\.pdf$/, `${what}: the kind is kept`);
    assert.deepEqual(Buffer.from(sent.bytes ?? []), Buffer.from(bytes), what);
  }
}
