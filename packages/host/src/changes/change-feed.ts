import type { Kysely } from "kysely";
import { createPoller, type PollerOptions } from "../database/poller.ts";
import type { Schema } from "../database/schema.ts";
import {
  ACCOUNT_TOPICS,
  ADMIN_TOPICS,
  type AdminFingerprints,
  type Fingerprints,
  PUBLIC_TOPICS,
  readAccount,
  readAdmin,
  readPublic,
} from "./fingerprints.ts";

/** What has changed. A page that shows it loads it again. */
export type ChangeTopic =
  /** Balance, limits and the warning. */
  | "credits"
  /** Plugins of the account's bots: installed, removed, configured, upgraded, taken down, or their developer banned. */
  | "installations"
  /** Sets of platform credentials. */
  | "credentials"
  /** Values that plugins have stored. */
  | "storage"
  /** The account's own plugins, and the states of their versions. */
  | "plugins"
  /** The plugins that all users can install. */
  | "library"
  /** For administrators: the versions that wait for a review. */
  | "reviews"
  /** For administrators: who has an account, with which role, and who is banned. */
  | "users"
  /** For administrators: the models that plugins can call, and their providers. */
  | "models"
  /** For administrators: free images, the default model, retention of journals, and the search engines. */
  | "settings";

/** Something that the account sees has changed. */
export interface AccountChange {
  readonly topic: ChangeTopic;
}

/** Options of {@link createChangeFeed}. */
export interface ChangeFeedOptions extends PollerOptions {
  readonly db: Kysely<Schema>;
}

/** The user who watches. */
export interface ChangeWatcher {
  readonly id: number;
  readonly role: "user" | "admin";
}

/** Reports changes of an account and of the host that any node has made, so that all open pages show them. */
export interface ChangeFeed {
  /**
<<<<<<< HEAD
   * Gives each topic once, because what a page has read before may be old, and then each one that changes.
   * Ends with the signal, with the feed, or when the watcher is an administrator no more: without that, the page of
   * somebody who has just lost the role would be told to read what it may not read.
=======
   * Yields each topic once, because what a page has loaded before may be outdated, and then a topic whenever it
   * changes. Ends when the signal is aborted or the feed is closed.
>>>>>>> w-c8
   */
  watch(watcher: ChangeWatcher, signal: AbortSignal): AsyncIterable<AccountChange>;
  /** Ends all subscriptions. */
  close(): void;
}

/** What one look has read for one watcher. */
type Read = Partial<Fingerprints<ChangeTopic> & Pick<AdminFingerprints, "admins">>;

const USER_TOPICS = [...ACCOUNT_TOPICS, ...PUBLIC_TOPICS];
const ALL_TOPICS = [...USER_TOPICS, ...ADMIN_TOPICS];

/** Creates the feed. It reads nothing while it has no subscriber. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { db } = options;
  const looks = createPoller(options);
  const lookAt = looks.shareOfAccounts((userId) => readAccount(db, userId));
  // These are the same for all watchers, so all accounts share them.
  const readForAll = looks.share(() => readPublic(db));
  const readForAdmins = looks.share(() => readAdmin(db));

  async function* watch(
    { id, role }: ChangeWatcher,
    signal: AbortSignal,
  ): AsyncGenerator<AccountChange, void> {
    const isAdmin = role === "admin";
    const topics = isAdmin ? ALL_TOPICS : USER_TOPICS;
    using account = lookAt(id);
    const read = async (): Promise<Read> => ({
      ...(await account.read()),
      ...(await readForAll()),
      ...(isAdmin && (await readForAdmins())),
    });
    let known: Read = {};
    for await (const now of looks.until(signal, read)) {
      if (now.admins?.includes(id) === false) return;
      for (const topic of topics) if (known[topic] !== now[topic]) yield { topic };
      known = now;
    }
  }

  return { watch, close: () => looks.close() };
}
