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

/** What has changed: a page that shows it reads it again. */
export type ChangeTopic =
  /** Balance, limits and the warning. */
  | "credits"
  /** Plugins of the account's bots: installed, removed, set, upgraded, taken down, or their developer was banned. */
  | "installations"
  /** Sets of platform credentials. */
  | "credentials"
  /** What plugins have stored. */
  | "storage"
  /** The account's own plugins, and what became of their versions. */
  | "plugins"
  /** The plugins that everybody can install. */
  | "library"
  /** For administrators: the versions that wait for a review. */
  | "reviews"
  /** For administrators: who has an account, with which role, and who is banned. */
  | "users"
  /** For administrators: the models that plugins can call, and their providers. */
  | "models"
  /** For administrators: what is free, how long records are kept, and the search engines. */
  | "settings";

/** Something that the account sees has changed. */
export interface AccountChange {
  readonly topic: ChangeTopic;
}

/** Options of {@link createChangeFeed}. */
export interface ChangeFeedOptions extends PollerOptions {
  readonly db: Kysely<Schema>;
}

/** Who watches. */
export interface ChangeWatcher {
  readonly id: number;
  readonly role: "user" | "admin";
}

/** What changes of accounts and of the host, on whichever node, so that all open pages agree. */
export interface ChangeFeed {
  /**
   * Gives each topic once, because what a page has read before may be old, and then each one that changes.
   * Ends with the signal, with the feed, or when the watcher is an administrator no more: without that, the page of
   * somebody who has just lost the role would be told to read what it may not read.
   */
  watch(watcher: ChangeWatcher, signal: AbortSignal): AsyncIterable<AccountChange>;
  /** Ends all. */
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
  // The same for all who watch.
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
