import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** Bytes that waiting calls may hold. */
const waitingBytes = 2_000_000;

/** Sends a picture that fits into the bytes only while nothing else counts there. */
const LONELY = `export async function handler({ bot }) {
  await bot.sendImage("user", new Uint8Array(1_750_000));
  return { handled: true };
}`;

const ENDED = { code: "SANDBOX_MEMORY_LIMIT" };

test("a call that gives way with one of its arguments leaves no other one behind", async () => {
  await using sandbox = createSandbox({ workers: 1, waitingBytes });
  const greedy = await sandbox.load(`export async function handler({ bot }) {
    await Promise.all([1_500_000, 1_000_000].map((size) => bot.sendImage("user", new Uint8Array(size))));
    return { handled: true };
  }`);
  const lonely = await sandbox.load(LONELY);
  await expect(greedy.handler(createContext().context)).rejects.toMatchObject(ENDED);
  expect(await lonely.handler(createContext().context)).toEqual({ handled: true });
});

test("a call that gives way with an argument while its machine is stored leaves nothing of the machine behind", async () => {
  await using sandbox = createSandbox({ workers: 1, waitingBytes });
  // Of the picture, which is all zeros, the machine stores nothing.
  const greedy = await sandbox.load(`export async function handler({ bot }) {
    const held = new Uint8Array(500_000).fill(7);
    await bot.sendImage("user", new Uint8Array(1_750_000));
    return { handled: held.length > 0 };
  }`);
  const quick = await sandbox.load("export const handler = () => ({ handled: true });");
  const lonely = await sandbox.load(LONELY);
  const { context } = createContext();
  const asked = Promise.withResolvers<void>();
  const sendImage = (): Promise<never> => {
    asked.resolve();
    return new Promise(() => {});
  };
  const ended = greedy.handler({ ...context, bot: { ...context.bot, sendImage } });
  await asked.promise;
  // Needs the only machine.
  const other = quick.handler(createContext().context);
  await expect(ended).rejects.toMatchObject(ENDED);
  expect(await other).toEqual({ handled: true });
  expect(await lonely.handler(createContext().context)).toEqual({ handled: true });
});
