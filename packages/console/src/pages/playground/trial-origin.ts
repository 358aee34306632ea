import type { InstallationRecord, LibraryPlugin, MessageItem } from "@botwright/host";
import { ApiError, api, read } from "../../api.ts";

/** The initial data of a trial of a published plugin. */
export interface Origin {
  readonly plugin: LibraryPlugin;
  /** The message whose text is tried. */
  readonly message: MessageItem | undefined;
  /** The settings of the plugin on the message's bot, without passwords. */
  readonly config: Record<string, string | number | boolean>;
}

/** Loads a plugin, and the message for its trial. */
export async function loadOrigin(
  slug: string,
  messageId: string | undefined,
): Promise<Origin | undefined> {
  if (slug === "") return undefined;
  const plugin = await read(api.library[":slug"].$get({ param: { slug } }));
  if (messageId === undefined) return { plugin, message: undefined, config: {} };
  const trace = api.messages[":id"].trace.$get({ param: { id: messageId } });
  const { message } = await read(trace);
  const installed = await installedOn(String(message.bot_id), slug);
  return { plugin, message, config: settingsOf(installed?.config ?? {}) };
}

/** The plugin of a bot; `undefined` when the bot or the plugin no longer exists. */
async function installedOn(id: string, slug: string): Promise<InstallationRecord | undefined> {
  try {
    const { items } = await read(api.bots[":id"].plugins.$get({ param: { id } }));
    return items.find((item) => item.slug === slug);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function settingsOf(config: Readonly<Record<string, unknown>>): Origin["config"] {
  return Object.fromEntries(
    Object.entries(config).filter(
      (entry): entry is [string, string | number | boolean] =>
        typeof entry[1] === "string" ||
        typeof entry[1] === "number" ||
        typeof entry[1] === "boolean",
    ),
  );
}
