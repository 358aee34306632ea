import { createBot, markdownToPlainText } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { expect, test, vi } from "vitest";
import { fakePlatform } from "../../core/test/messages.ts";
import { createFormatThread, type FormatThread } from "../src/main/threads/format-thread.ts";
import { createPluginAccounts } from "../src/main/fairness/usage-account.ts";
import { createContext } from "./context.ts";

const accountOf = (): ReturnType<typeof createPluginAccounts>["plugin"] =>
  createPluginAccounts({ onOver: () => {}, isContended: () => true }).plugin;
const wanted = (): boolean => true;

test("a plugin's long reply arrives as its short ones do", async () => {
  const sent: string[] = [];
  const { adapter } = fakePlatform({
    capabilities: { textLimits: [{ unit: "utf16", max: 100_000 }] },
    methods: {
      sendText: async (_to, text) => {
        sent.push(text);
        return { status: "sent" };
      },
    },
  });
  await using sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load(`export async function handler({ bot, msg }) {
    const line = "- **a** [b](c)\\n";
    await Promise.all([bot.reply(msg, line.repeat(1000)), bot.reply(msg, line)]);
    return { handled: true };
  }`);
  const { context } = createContext();
  await plugin.handler({ ...context, bot: createBot(adapter) });
  const line = "- **a** [b](c)\n";
  expect(sent).toEqual([markdownToPlainText(line.repeat(1000)), markdownToPlainText(line)]);
});

test("accounts take turns: one text of an account goes before the rest of another one's many", async () => {
  await using thread = disposable(createFormatThread());
  const [many, one] = [accountOf(), accountOf()];
  const order: string[] = [];
  // Long enough that their time can be measured.
  const rest = "- **a** [b](c)\n".repeat(2000);
  const format = async (account: typeof many, name: string): Promise<void> => {
    const text = await thread.format(account, `${name}\n\n${rest}`, wanted);
    order.push(text.slice(0, text.indexOf("\n")));
  };
  await Promise.all([
    format(many, "1"),
    format(many, "2"),
    format(many, "3"),
    format(one, "other"),
  ]);
  expect(order.indexOf("other")).toBeLessThan(2);
});

test("a text whose call has ended is not formatted", async () => {
  await using thread = disposable(createFormatThread());
  const first = thread.format(accountOf(), "**a**", wanted);
  const second = thread.format(accountOf(), "**b**", () => false);
  await expect(second).rejects.toMatchObject({ code: "ABORTED" });
  expect(await first).toBe("a");
});

test("while its core is wanted it sleeps most of the time, which is not charged", async () => {
  await using thread = disposable(createFormatThread());
  const account = accountOf();
  const charge = vi.spyOn(account, "chargeTurn");
  await thread.format(account, "**start**", wanted);
  const started = performance.now();
  const formatting = thread.format(account, "- **a** [b](c) `d`\n".repeat(20_000), wanted);
  expect(thread.inFlight).toBe(1);
  thread.yieldCore(true);
  await formatting;
  const [computed = 0] = charge.mock.lastCall ?? [];
  expect(computed).toBeGreaterThan(0);
  expect(performance.now() - started).toBeGreaterThan(3 * computed);
});

test.each(["crash", "wrong"])("a thread that is lost (%s) is replaced", async (text) => {
  const file = new URL("fixtures/broken-format-worker.js", import.meta.url);
  await using thread = disposable(createFormatThread({ file }));
  const account = accountOf();
  const lost = thread.format(account, text, wanted);
  const next = thread.format(account, "next", wanted);
  await expect(lost).rejects.toMatchObject({ code: "SANDBOX_WORKER_LOST" });
  expect(await next).toBe("next");
});

test("closing ends what is under way and what waits", async () => {
  const file = new URL("fixtures/broken-format-worker.js", import.meta.url);
  const thread = createFormatThread({ file });
  const account = accountOf();
  const both = [thread.format(account, "hang", wanted), thread.format(account, "next", wanted)];
  const ended = Promise.allSettled(both);
  await thread.close();
  for (const outcome of await ended) {
    expect(outcome).toMatchObject({ reason: { code: "SANDBOX_CLOSED" } });
  }
  await expect(thread.format(account, "late", wanted)).rejects.toMatchObject({
    code: "SANDBOX_CLOSED",
  });
});

function disposable(thread: FormatThread): FormatThread & AsyncDisposable {
  return Object.assign(thread, { [Symbol.asyncDispose]: () => thread.close() });
}
