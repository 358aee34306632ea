import {
  BotwrightError,
  type ConfigSchemaItem,
  defaultPriority,
  InvalidInputError,
  type PluginCategory,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { shownSchema } from "../installations/config-values.ts";
import { notFound, readMeta, searchable } from "../publication/plugin-rows.ts";
import {
  type PermissionChanges,
  permissionChanges,
  permissionsInWords,
  type PermissionSummary,
} from "./permission-words.ts";

/** A search in the library. */
export interface LibrarySearch {
  /** A part of the name, the description, the slug or a trigger. */
  readonly text?: string;
  readonly category?: PluginCategory;
  /** @default "installs" */
  readonly order?: "installs" | "new";
  /** The `next` of the previous page. */
  readonly after?: string;
  /** @default 50 */
  readonly limit?: number;
}

/** A plugin in a list of the library. */
export interface LibraryItem {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly category: PluginCategory | null;
  /** The published version, and its id, which an installation must name. */
  readonly version: string;
  readonly version_id: number;
  /** Whether the plugin comes with the host. */
  readonly builtin: boolean;
  /** The developer's name; `null` for a built-in plugin. */
  readonly developer: string | null;
  /** The number of bots that have the plugin. */
  readonly installs: number;
  readonly permissions: PermissionSummary;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** A plugin with everything that is shown before it is installed. */
export interface LibraryPlugin extends LibraryItem {
  /** Markdown. */
  readonly readme: string;
  readonly repository_url: string;
  readonly triggers: readonly string[];
  /** The settings; those of type `password` without their defaults. */
  readonly config_schema: readonly ConfigSchemaItem[];
  /** 0 to 1000; smaller ones run first. */
  readonly priority: number;
  /** SHA-256 of the published version's code, in hexadecimal digits. */
  readonly sha256: string;
}

/** A version that was published. */
export interface LibraryVersion {
  readonly id: number;
  readonly version: string;
  readonly sha256: string;
  /** Whether it is the version in the library. */
  readonly current: boolean;
  /** ISO 8601. */
  readonly published_at: string;
  readonly permissions: PermissionSummary;
  /** The changes against the previous version. */
  readonly changes: PermissionChanges;
}

/** The code of the version in the library. */
export interface LibraryCode {
  readonly version: string;
  /** SHA-256 of the code, in hexadecimal digits. */
  readonly sha256: string;
  readonly code: string;
}

/** The plugins that any account can install. */
export interface Library {
  search(search: LibrarySearch): Promise<{ items: LibraryItem[]; next: string | null }>;
  /** @throws {BotwrightError} `PLUGIN_NOT_FOUND` */
  get(slug: string): Promise<LibraryPlugin>;
  /**
   * Lists the published versions of a plugin, newest first, except versions that a roll-back has left.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
   */
  versions(slug: string): Promise<LibraryVersion[]>;
  /**
   * Reads the code of the published version, so that people can read what they install, try it, and start from it.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`; `PLUGIN_BUILTIN` for a plugin of the host itself
   */
  code(slug: string): Promise<LibraryCode>;
}

const MAX_VERSIONS = 100;

/**
 * Creates the library over the database.
 *
 * Longer than other files: a third describes the results, and each method is one query.
 */
export function createLibrary({ db }: { readonly db: Kysely<Schema> }): Library {
  /** Selects the plugins in the library: without those that were taken down, and those of banned developers. */
  function published() {
    return db
      .selectFrom("plugin as p")
      .innerJoin("plugin_version as v", "v.id", "p.published_id")
      .leftJoin("user_account as developer", "developer.id", "p.developer_id")
      .select(["p.id", "p.slug", "p.description", "p.icon", "p.builtin", "p.published_id"])
      .select(["p.updated_at", "v.version", "v.meta", "developer.name as developer"])
      .where("p.status", "!=", "taken_down")
      .where((is) => is.or([is("developer.id", "is", null), is("developer.banned", "=", false)]));
  }

  async function find(slug: string) {
    const row = await published()
      .select(["p.readme", "p.repository_url", "v.sha256"])
      .select((is) =>
        is
          .selectFrom("installation as i")
          .select((of) => of.fn.countAll<number>().as("count"))
          .whereRef("i.plugin_id", "=", "p.id")
          .as("installs"),
      )
      .where("p.slug", "=", slug)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  }

  return {
    async search({ text = "", category, order = "installs", after, limit = 50 }) {
      const isByInstalls = order === "installs";
      const installs = sql<number>`coalesce(i.installs, 0)`;
      // One grouped count: PostgreSQL may run a count per plugin as a scan of all installations per plugin.
      const counts = db
        .selectFrom("installation")
        .select(({ fn }) => ["plugin_id", fn.countAll<number>().as("installs")])
        .groupBy("plugin_id");
      let query = published()
        .leftJoin(counts.as("i"), "i.plugin_id", "p.id")
        .select(installs.as("installs"));
      if (text.trim() !== "") {
        query = query.where(
          sql<boolean>`strpos(
            lower(concat_ws(chr(10), p.slug, ${normalized("p.name")}, ${normalized("p.description")},
              ${normalized("p.words")})),
            lower(${searchable(text.trim())})) > 0`,
        );
      }
      if (category !== undefined) query = query.where("p.category", "=", category);
      if (after !== undefined) {
        const [first, second] = readCursor(after, isByInstalls);
        query = query.where(
          isByInstalls
            ? sql<boolean>`(${installs}, p.id) < (${first}, ${second})`
            : sql<boolean>`p.id < ${first}`,
        );
      }
      if (isByInstalls) query = query.orderBy(installs, "desc");
      const rows = await query
        .orderBy("p.id", "desc")
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(toItem);
      const last = items.at(-1);
      const cursor = isByInstalls ? `${last?.installs}.${last?.id}` : `${last?.id}`;
      return { items, next: rows.length > limit ? cursor : null };
    },
    async get(slug) {
      const row = await find(slug);
      const meta = readMeta(row.meta);
      return {
        ...toItem(row),
        readme: row.readme,
        repository_url: row.repository_url,
        triggers: meta.triggers ?? [],
        config_schema: shownSchema(meta.config_schema ?? []),
        priority: defaultPriority({ ...meta, slug }),
        sha256: row.sha256,
      };
    },
    async code(slug) {
      const { published_id, version, sha256 } = await find(slug);
      const { code } = await db
        .selectFrom("plugin_version")
        .select("code")
        .where("id", "=", published_id)
        .executeTakeFirstOrThrow();
      if (code !== "") return { version, sha256, code };
      const message = `${slug} belongs to the host and does not run in the sandbox: install it to try it`;
      throw new BotwrightError(message, { code: "PLUGIN_BUILTIN" });
    },
    async versions(slug) {
      const { id, published_id } = await find(slug);
      const rows = await db
        .selectFrom("plugin_version")
        .select(["id", "version", "sha256", "meta", "created_at", "reviewed_at"])
        .where("plugin_id", "=", id)
        .where("state", "=", "approved")
        .where("left_at", "is", null)
        .orderBy("id", "desc")
        .limit(MAX_VERSIONS + 1)
        .execute();
      return rows.slice(0, MAX_VERSIONS).map((row, place): LibraryVersion => {
        const { permissions } = readMeta(row.meta);
        const before = rows[place + 1];
        return {
          id: row.id,
          version: row.version,
          sha256: row.sha256,
          current: row.id === published_id,
          published_at: (row.reviewed_at ?? row.created_at).toISOString(),
          permissions: permissionsInWords(permissions),
          changes:
            before === undefined
              ? { added: permissionsInWords(permissions).items, removed: [] }
              : permissionChanges(readMeta(before.meta).permissions, permissions),
        };
      });
    },
  };
}

/**
 * The most characters of a text that PostgreSQL normalizes in a search: it takes 18 ms if all of them are marks on one
 * letter. Longer texts are searched as they are stored, which is mostly normalized already by `searchable`.
 */
const MAX_NORMALIZED = 2000;

/** A column in the form NFKC, so that a search ignores differences between compatibility forms. */
function normalized(column: string) {
  const text = sql.ref(column);
  return sql`case when length(${text}) > ${MAX_NORMALIZED} then ${text} else normalize(${text}, nfkc) end`;
}

interface PublishedRow {
  readonly id: number;
  readonly slug: string;
  readonly description: string;
  readonly icon: string;
  readonly builtin: boolean;
  readonly published_id: number | null;
  readonly updated_at: Date;
  readonly version: string;
  readonly meta: string;
  readonly developer: string | null;
  readonly installs: number | null;
}

function toItem(row: PublishedRow): LibraryItem {
  const { id, slug, description, icon, version, builtin, developer } = row;
  const meta = readMeta(row.meta);
  return {
    id,
    slug,
    description,
    icon,
    version,
    builtin,
    developer,
    name: meta.name ?? slug,
    category: meta.category ?? null,
    version_id: row.published_id ?? 0,
    installs: row.installs ?? 0,
    permissions: permissionsInWords(meta.permissions),
    updated_at: row.updated_at.toISOString(),
  };
}

function readCursor(text: string, isPair: boolean): [number, number] {
  const [, first, second] = /^(\d{1,15})(?:\.(\d{1,15}))?$/u.exec(text) ?? [];
  if (first === undefined || (second === undefined) === isPair) {
    throw new InvalidInputError("after must be the next of a page in the same order", {
      code: "INVALID_INPUT",
    });
  }
  return [Number(first), Number(second)];
}
