import { describeError, formatError, type Logger, silentLogger } from "@botwright/core";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** A text of these lines. */
export const lines = (...text: string[]): string => text.join("\n");

/** The error of a plugin's load or run as people see it. */
export async function shownError(source: string, logger: Logger = silentLogger): Promise<string> {
  const error = await thrownBy(source, logger);
  return formatError(describeError(error));
}

/** What a plugin throws while it is loaded or run, in a chat that takes no pictures. */
export async function thrownBy(source: string, logger: Logger = silentLogger): Promise<unknown> {
  await using sandbox = createSandbox({ workers: 1, fetch: false, limits: { cpuMs: 300 }, logger });
  const { context } = createContext();
  const bot = { ...context.bot, sendImage: () => Promise.reject(new Error("no pictures")) };
  try {
    const plugin = await sandbox.load(source, { slug: "dice", file: "/home/ann/dice.js" });
    return await plugin.handler({ ...context, bot });
  } catch (thrown) {
    return thrown;
  }
}
