import { readdir, readFile } from "node:fs/promises";
import { type Platform, PLATFORMS } from "@botwright/core";
import type { User } from "../auth/users.ts";
import type { HostContent } from "../http/host-domains.ts";
import type { BotRecord } from "../bots/bot-record.ts";
import type { DemoPlatforms } from "./demo-platforms.ts";

/** Options of {@link fillDemo}. */
export interface DemoContentOptions {
  readonly content: HostContent;
  readonly platforms: DemoPlatforms;
  readonly user: User;
  /** A folder of plugin files, which the demo's user publishes. @default none */
  readonly plugins?: string | undefined;
}

/** The address of the demo's user. */
export const DEMO_EMAIL = "demo@localhost.localdomain";

/** The credits that the demo's user gets at the first start. */
const CREDITS = 1000;

/** Plugins that are not installed on the demo's bots, because they need a setting: the URL to forward to. */
const NOT_INSTALLED = new Set(["webhook-forward"]);

/**
 * Gives the demo's user a bot with plugins on each simulated platform. If the host was started before, the bots and
 * their plugins exist: they are only bound again, to the simulators of this start.
 */
export async function fillDemo(options: DemoContentOptions): Promise<void> {
  const { content, platforms, user } = options;
  if (options.plugins !== undefined) await publishFiles(content, user, options.plugins);
  const before = await content.bots.list(user.id);
  await content.credits.topUp({ userId: user.id, actorId: 0, credits: CREDITS, key: "demo" });
  for (const platform of PLATFORMS) {
    const known = before.find((bot) => bot.platform === platform);
    const bot = await bind(content, platforms, user, platform, known);
    if (bot.callback_url !== null) platforms.simulators[platform].setCallback(bot.callback_url);
    if (known === undefined) await installAll(content, user, bot);
  }
}

async function bind(
  { bots }: HostContent,
  platforms: DemoPlatforms,
  user: User,
  platform: Platform,
  known: BotRecord | undefined,
): Promise<BotRecord> {
  if (platform === "wechat") {
    return (await bots.bindLogin(user.id, platform, platforms.bindWechat(), known?.id ?? null)).bot;
  }
  const input = { credentials: { ...platforms.simulators[platform].credentials } };
  const bound = await (known === undefined
    ? bots.bind(user.id, { ...input, platform })
    : bots.rebind(user.id, known.id, input));
  return bound.bot;
}

/** Publishes the files of a folder that the demo's user has not submitted yet. A file is named by the plugin's slug. */
async function publishFiles(
  { publication }: HostContent,
  user: User,
  folder: string,
): Promise<void> {
  const known = new Set((await publication.mine(user.id)).map(({ slug }) => slug));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js")).toSorted();
  for (const name of names) {
    const slug = name.slice(0, -".js".length);
    if (known.has(slug)) continue;
    const code = await readFile(`${folder}/${name}`, "utf8");
    // With an empty name, the plugin gets the name that the file declares.
    const { id, version_id } = await publication.submit(user.id, { slug, name: "", code });
    await publication.approve(id, user.id, { version_id });
  }
}

async function installAll(
  { library, installations }: HostContent,
  user: User,
  bot: BotRecord,
): Promise<void> {
  const { items } = await library.search({ limit: 100 });
  for (const { id: plugin_id, version_id, slug } of items) {
    if (NOT_INSTALLED.has(slug)) continue;
    await installations.install(user.id, bot.id, { plugin_id, version_id });
  }
}
