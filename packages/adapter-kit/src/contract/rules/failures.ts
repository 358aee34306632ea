import assert from "node:assert/strict";
import { isRefusal } from "../../error-codes.ts";
import type { Rule, ContractContext } from "../context.ts";
import { holdClosedPort } from "../fixture/closed-port.ts";
import { assertNoSecret } from "../fixture/logger.ts";
import { sample, send } from "../fixture/samples.ts";
import type { ContractFault, ContractSimulator } from "../setup.ts";
import { assertRejects, rejectionOf } from "../fixture/rejections.ts";
import { serve } from "../fixture/serve.ts";
import { until } from "../fixture/wait.ts";

/** An adapter reports a failure as an error with a stable code and without secrets. */
export const failureRules: Readonly<Record<string, Rule>> = {
  "reports a user who cannot be written to": refused,
  "reports a rate limit": (context) => fails(context, "rate-limit"),
  "reports a platform that fails, and sends again when it is back": (context) =>
    fails(context, "server-error"),
  "reports a connection that breaks, and sends again when it holds": (context) =>
    fails(context, "drop-connection"),
  "reports an answer that is not JSON, and sends again when there is one": (context) =>
    fails(context, "garbled"),
  "reports a missing file": missingFile,
  "reports revoked credentials": revoked,
  "reports a platform that cannot be reached": gone,
  "takes the page of a proxy for no refusal of the bot": proxyPage,
  "refuses references that are none of its own": foreignReference,
  "is silent about typing, even when it fails": typing,
  "reveals no secret in errors, logs and messages": secrets,
};

/** For setups with `accessToken`. */
export const tokenRules: Readonly<Record<string, Rule>> = {
  "renews an access token that has expired, once for all callers": expiredToken,
};

async function refused({ simulator, user, other, inChat, codeOf }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const fault = simulator.fault("refused-user", { user });
  for (const type of adapter.capabilities.send) {
    await assertRejects(`sending ${type}`, send(adapter, type, user), codeOf("refused-user"));
  }
  assert.equal((await adapter.sendText(other, "and you?")).status, "sent");
  fault.end();
  assert.equal((await adapter.sendText(user, "again?")).status, "sent");
}

async function fails(context: ContractContext, name: ContractFault): Promise<void> {
  const { simulator, setup, user, codeOf } = context;
  const adapter = await context.inChat();
  const fault = simulator.fault(name, { times: 1000, method: setup.sendCall });
  const error = await assertRejects(name, adapter.sendText(user, "hello"), codeOf(name));
  assert.ok(fault.hits > 0);
  if (name === "rate-limit") {
    const seconds = "retryAfter" in error ? error.retryAfter : undefined;
    assert.ok(seconds === undefined || (typeof seconds === "number" && seconds > 0));
    return;
  }
  fault.end();
  const before = simulator.sent().length;
  assert.equal((await adapter.sendText(user, "and now?")).status, "sent");
  await until("the next message", () => simulator.sent().length > before);
}

async function missingFile({
  simulator,
  setup,
  user,
  received,
  ...context
}: ContractContext): Promise<void> {
  const type = setup.capabilities.receive.find((kind) => kind !== "text");
  if (type === undefined) return;
  const adapter = await context.started();
  await simulator.say(sample(type, user));
  await until("the file", () => received.length > 0);
  simulator.fault("missing-file", { times: 1000 });
  const item = received[0]?.message[type];
  assert.ok(item !== undefined, `message.${type} is set`);
  await assertRejects("a download", adapter.download(item), context.codeOf("missing-file"));
}

async function revoked(context: ContractContext): Promise<void> {
  const { simulator, user, codeOf } = context;
  const adapter = await context.inChat();
  simulator.fault("revoked-credentials");
  const code = codeOf("revoked-credentials");
  await assertRejects("a send", adapter.sendText(user, "hello"), code);
  await adapter.stop();
  await assertRejects("a start", context.started(), code);
}

async function gone({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  await using _ = await closeForGood(simulator);
  await assertRejects("a send to nowhere", adapter.sendText(user, "hello"), /^NETWORK_/);
}

/** A proxy on the way may ask for a login; its page must not count as a refusal of the bot. */
async function proxyPage({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const { baseUrl } = simulator;
  if (baseUrl === undefined) return;
  await simulator.close();
  let status = 0;
  await using _ = await serve(
    (_request, response) => {
      response.writeHead(status, { "content-type": "text/html" });
      response.end("<html><body>Please log in.</body></html>");
    },
    Number(new URL(baseUrl).port),
  );
  for (status of [401, 403, 407]) {
    const error = await rejectionOf(`a page with ${status}`, adapter.sendText(user, "hello"));
    assert.ok(!isRefusal(error), `a page with ${status} is no refusal: ${String(error)}`);
  }
}

/** Closes the platform, and keeps its port occupied until the end of the block. */
async function closeForGood(simulator: ContractSimulator): Promise<AsyncDisposable | undefined> {
  await simulator.close();
  return simulator.baseUrl === undefined ? undefined : holdClosedPort(simulator.baseUrl);
}

async function foreignReference({ started }: ContractContext): Promise<void> {
  const adapter = await started();
  for (const reference of ["", "no such reference", "https://example.com/file"]) {
    const download = adapter.downloadRaw(reference);
    await assertRejects(`"${reference}"`, download, "INVALID_MEDIA_REFERENCE");
  }
}

async function typing({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  await adapter.sendTyping?.(user);
  await adapter.cancelTyping?.(user);
  simulator.fault("refused-user", { user });
  simulator.fault("server-error", { times: 1000 });
  await adapter.sendTyping?.(user);
  await adapter.cancelTyping?.(user);
  assert.equal(simulator.sent().length, 0);
}

async function secrets(context: ContractContext): Promise<void> {
  const { simulator, user, logger, received } = context;
  const adapter = await context.inChat();
  const errors: unknown[] = [];
  const fail = async (what: string, promise: Promise<unknown>): Promise<void> => {
    errors.push(await rejectionOf(what, promise));
  };
  await simulator.say({ from: user, text: "hello" });
  await until("a message", () => received.length > 0);
  await fail("an unknown reference", adapter.downloadRaw("no such reference"));
  const fault = simulator.fault("refused-user", { user });
  await fail("a refused send", adapter.sendText(user, "hello"));
  fault.end();
  for (const name of ["server-error", "drop-connection", "garbled"] as const) {
    const broken = simulator.fault(name, { times: 1000, method: context.setup.sendCall });
    await fail(name, adapter.sendText(user, "hello"));
    broken.end();
  }
  simulator.fault("revoked-credentials");
  await fail("a send with revoked credentials", adapter.sendText(user, "hello"));
  await fail("a start with revoked credentials", context.started());
  // By now the platform has issued its tokens and sessions.
  const hidden = context.secrets();
  await using _ = await closeForGood(simulator);
  await fail("a send to nowhere", adapter.sendText(user, "hello"));
  await fail("a start at nowhere", context.started());
  await adapter.stop();
  for (const error of errors) assertNoSecret(error, hidden, "an error");
  for (const line of logger.lines) assertNoSecret(line, hidden, "a log line");
  for (const { message } of received) assertNoSecret(message, hidden, "a message");
}

async function expiredToken(context: ContractContext): Promise<void> {
  const { simulator, user, other, received, accessToken } = context;
  const adapter = await context.inChat();
  await simulator.say(sample("image", user));
  await until("a picture", () => received.length > 0);
  const item = received[0]?.message.image;
  assert.ok(item !== undefined);
  const renewals = (): number =>
    simulator.requests().filter(({ call }) => accessToken.isFetch(call)).length;
  const before = renewals();
  const fault = accessToken.expire();
  await Promise.all([
    ...[user, other].map((to) => adapter.sendText(to, "hello")),
    ...Array.from({ length: 6 }, () => adapter.download(item)),
  ]);
  assert.equal(fault.hits, 1);
  assert.equal(renewals() - before, 1, "the token is renewed once");
  assert.equal(simulator.sent().length, 2);
}
