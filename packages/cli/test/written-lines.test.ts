/** A built plugin is nobody's text: what commands find in one is shown where its author wrote it. */
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { run } from "../src/run.ts";
import { createTestTerminal, runIn, withFiles } from "./terminal.ts";

// Workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const PING = `import type { Context, Meta } from "botwright";
import { answer } from "./words/answer.ts";

export const meta: Meta = { slug: "ping", triggers: ["ping"] };

export async function handler({ bot, msg }: Context) {
  await bot.reply(msg, answer("en"));
  return { handled: true };
}
`;
const ANSWER = `const ANSWERS = { en: "pong" } as const;

export function answer(language: keyof typeof ANSWERS): string {
  return ANSWERS[language];
}
`;
const BAD = `type Text = string;
export const answer = (language: Text): Text => {
  return language + process.env.HOME;
};
`;
const FILES = { "ping.ts": PING, "words/answer.ts": ANSWER };

/** A host that refuses each plugin for the line with this text. */
async function serveRefusals(text: string): Promise<AsyncDisposable & { readonly url: string }> {
  async function answer(request: IncomingMessage): Promise<string> {
    if (request.method === "GET") return "[]";
    const submission: unknown = JSON.parse(await readText(request));
    const lines = String(Object(submission).code).split("\n");
    const line = lines.findIndex((one) => one.includes(text)) + 1;
    const findings = [{ line, column: 3, severity: "error", message: "it is refused" }];
    return JSON.stringify({ error: "no", code: "PLUGIN_REFUSED", findings });
  }
  const server = createServer((request, response) => {
    response.statusCode = request.method === "GET" ? 200 : 400;
    void answer(request).then((body) => response.end(body));
  });
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, "127.0.0.1", () => listening.resolve(undefined));
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

test("botwright submit names the line that was written, also in another file", async () => {
  await using folder = await withFiles({ "bot/ping.ts": PING, "bot/words/answer.ts": BAD });
  const argv = ["submit", "bot", "--host", "https://bots.example"];
  const { code, err } = await runIn(folder.path, argv);
  expect(err).toMatch(
    /^error bot\/words\/answer\.ts:3: .*; botwright check bot\/ping\.ts says more/,
  );
  expect(code).toBe(1);
});

test("botwright submit shows what the host finds where it was written", async () => {
  await using folder = await withFiles(FILES);
  await using host = await serveRefusals("return ANSWERS[");
  const argv = ["submit", "ping.ts", "--host", host.url];
  const { code, out } = await runIn(folder.path, argv, { environment: { token: "token" } });
  expect(out).toBe("  words/answer.ts:4:3  error  it is refused\n");
  expect(code).toBe(1);
});

test("botwright conflicts names the line of a meta that cannot be read", async () => {
  const meta = PING.replace('["ping"]', "[answer('en')]");
  await using folder = await withFiles({ ...FILES, "ping.ts": meta });
  const { code, err } = await runIn(folder.path, ["conflicts", "ping.ts"]);
  expect(err).toMatch(/The meta of ping\.ts cannot be read \(line 4: /);
  expect(code).toBe(1);
});

test("botwright dev names the line that was written, also in another file", async () => {
  const answer = `import type { Context } from "botwright";

interface Words {
  readonly text: string;
}

export async function answer({ bot, msg }: Context, words: Words) {
  bot.reply(msg, words.text);
}
`;
  const ping = `import type { Context } from "botwright";
import { answer } from "./words/answer.ts";

export async function handler(context: Context) {
  context.storage.set("asked", true);
  await answer(context, { text: "pong" });
  return { handled: true };
}
`;
  await using folder = await withFiles({ "bot/ping.ts": ping, "bot/words/answer.ts": answer });
  const terminal = createTestTerminal(folder.path, { input: "hello\n" });
  expect(await run(["dev", "bot", "--port", "0", "--json"], terminal)).toBe(0);
  const events = terminal
    .out()
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const rule = "missing-await";
  expect(events).toContainEqual(
    expect.objectContaining({ rule, file: join("bot", "ping.ts"), line: 5, column: 3 }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ rule, file: join("bot", "words", "answer.ts"), line: 8, column: 3 }),
  );
});
