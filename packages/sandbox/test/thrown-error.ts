import { describeError, formatError, type Logger, silentLogger } from "@botwright/core";
import { afterAll } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** A text of these lines. */
export const lines = (...text: string[]): string => text.join("\n");

/** Loads and runs plugins that fail. */
export interface FailingPlugins {
  /** What a plugin throws while it is loaded or run, in a chat that takes no pictures. */
  readonly thrownBy: (source: string, logger?: Logger) => Promise<unknown>;
  /** The same as people see it. */
  readonly shownError: (source: string) => Promise<string>;
}

/** Failing plugins in one sandbox, which is closed after the file's tests. */
export function runFailingPlugins(): FailingPlugins {
  const sandbox = createSandbox({ workers: 1, fetch: false, limits: { cpuMs: 300 } });
  afterAll(() => sandbox.close());

  async function thrownBy(source: string, logger: Logger = silentLogger): Promise<unknown> {
    const { context } = createContext();
    const bot = { ...context.bot, sendImage: () => Promise.reject(new Error("no pictures")) };
    const info = { slug: "dice", file: "/home/ann/dice.js", logger };
    try {
      const plugin = await sandbox.load(source, info);
      return await plugin.handler({ ...context, bot });
    } catch (thrown) {
      return thrown;
    }
  }

  return {
    thrownBy,
    shownError: async (source) => formatError(describeError(await thrownBy(source))),
  };
}
