import type { Plugin } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";

/** The echo that is measured: a stranger's plugin in the sandbox. */
export function echo(): Promise<Plugin> {
  return createSandbox().load(`
export const meta = { slug: "echo" };
export async function handler({ bot, msg }) {
  await bot.reply(msg, "echo **" + msg.text + "**");
  return { handled: true };
}`);
}
