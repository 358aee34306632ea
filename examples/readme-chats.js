import { readFile } from "node:fs/promises";

const CHAT = /^```chat\n(.*?)^```$/gms;

/**
 * The conversations that a README shows, so that a test can play them.
 *
 * @param {URL} readme
 * @returns {Promise<string>} all of its blocks of the language `chat`, one after the other
 */
export async function readChats(readme) {
  const chats = [...(await readFile(readme, "utf8")).matchAll(CHAT)].map(([, chat]) => chat);
  if (chats.length === 0) throw new Error(`${readme.pathname} shows no conversation`);
  return chats.join("\n");
}
