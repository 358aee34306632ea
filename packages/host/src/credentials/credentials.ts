import { randomUUID } from "node:crypto";
import {
  BotwrightError,
  type Clock,
  CREDENTIALS_PLATFORMS,
  type CredentialsPlatform,
  InvalidInputError,
  type Platform,
  type PlatformBinding,
  QuotaError,
  systemClock,
} from "@botwright/core";
import { chooseCredentials, credentialsContext, type Secrets } from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import { pickCredentials } from "../bots/bot-credentials.ts";
import type { Schema } from "../database/schema.ts";
import { toDisplayName } from "../display-name.ts";
import { openSecret } from "../secrets/open-secret.ts";

/** A set of credentials, as its owner sees it. */
export interface CredentialsRecord {
  readonly id: string;
  readonly platform: CredentialsPlatform;
  readonly name: string;
  /** The values that are not secret, such as `app_id`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether plugins get this set even if there are newer ones. */
  readonly is_default: boolean;
  /** Whether plugins get this set: the default one, else the newest. */
  readonly is_used: boolean;
  /** When a plugin last read the set, in ISO 8601; `null` if the audit log has no such entry (any more). */
  readonly last_used_at: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A set of credentials to be added. */
export interface NewCredentials {
  readonly platform: CredentialsPlatform;
  /** @default the first of its values that is not secret */
  readonly name?: string;
  /** Texts by the names of the platform's fields: `app_id`, `app_secret` … */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** @default false */
  readonly is_default?: boolean;
}

/** A change of a set; members that are left out stay as they are. */
export interface CredentialsChange {
  readonly name?: string;
  readonly is_default?: boolean;
  /** Replaces all values of the set. */
  readonly credentials?: Readonly<Record<string, unknown>>;
}

/** Options of {@link createCredentials}. */
export interface CredentialsOptions {
  readonly db: Kysely<Schema>;
  /** The instance that the services use. */
  readonly secrets: Secrets;
  /** The bindings, which define the fields of each platform. */
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** The most sets that an account may have of each platform. @default 20 */
  readonly most?: number;
  readonly clock?: Clock;
}

/** The credentials of accounts, for `getPlatformCreds`. */
export interface Credentials {
  /** All sets of an account, by platform, oldest first. */
  list(userId: number): Promise<CredentialsRecord[]>;
  /**
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field
   * @throws {QuotaError} `CREDENTIALS_LIMIT`
   */
  add(userId: number, input: NewCredentials): Promise<CredentialsRecord>;
  /** @throws {BotwrightError} `CREDENTIALS_NOT_FOUND`, and as `add` */
  change(userId: number, id: string, change: CredentialsChange): Promise<CredentialsRecord>;
  /** @throws {BotwrightError} `CREDENTIALS_NOT_FOUND` */
  remove(userId: number, id: string): Promise<void>;
}

/**
 * Creates the functions that manage the credentials of accounts.
 *
 * Longer than other files: a third describes parameters and results, and each method is one change of one
 * table.
 */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { db, secrets, bindings, most = 20, clock = systemClock } = options;

  async function list(userId: number): Promise<CredentialsRecord[]> {
    const rows = await db
      .selectFrom("platform_credentials")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute();
    const used = await lastUses(userId);
    const records = CREDENTIALS_PLATFORMS.flatMap((platform) => {
      const sets = rows.filter((row) => row.platform === platform);
      const chosen = chooseCredentials(sets.map(toStored))?.id;
      return sets.map((row) => toRecord(row, platform, row.id === chosen, used.get(row.id)));
    });
    return Promise.all(records);
  }

  async function toRecord(
    row: Row,
    platform: CredentialsPlatform,
    is_used: boolean,
    lastUse: Date | undefined,
  ): Promise<CredentialsRecord> {
    const { id, name, sealed, is_default, created_at } = row;
    const json = await openSecret(secrets, sealed, credentialsContext(id));
    // Without its key it is listed all the same: its owner enters the values anew, or deletes it.
    const values: object = json === undefined ? {} : JSON.parse(json);
    const open = fieldsOf(platform).flatMap((field): [string, string][] =>
      field.secret || json === undefined
        ? []
        : [[field.name, String(Reflect.get(values, field.name) ?? "")]],
    );
    const fields = Object.fromEntries(open);
    return {
      id,
      platform,
      fields,
      is_default,
      is_used,
      name: name === "" ? (open[0]?.[1] ?? platform) : name,
      last_used_at: lastUse?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    };
  }

  /** When plugins last read each set, by the id of the set. */
  async function lastUses(userId: number): Promise<ReadonlyMap<string, Date>> {
    const { rows } = await sql<{ id: string | null; at: Date }>`
      select details->>'credentialsId' as id, max(created_at) as at from service_use
      where user_id = ${userId} and type = 'credentials' group by 1`.execute(db);
    return new Map(rows.flatMap(({ id, at }) => (id === null ? [] : [[id, at]])));
  }

  /** What `getPlatformCreds` returns of the platform's fields. */
  function fieldsOf(platform: CredentialsPlatform) {
    return bindings[platform]?.fields.filter(({ required }) => required) ?? [];
  }

  /** Checks and seals values. */
  async function seal(
    platform: Platform,
    id: string,
    credentials: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const known = CREDENTIALS_PLATFORMS.find((name) => name === platform);
    const binding = known && bindings[known];
    if (known === undefined || binding === undefined) throw notReadable();
    const { values } = pickCredentials(binding, { credentials });
    // Called for its check: it throws an error that names the first value of a wrong form.
    binding.accountOf(values);
    const own = fieldsOf(known).map(({ name }) => [name, values[name]]);
    return secrets.seal(JSON.stringify(Object.fromEntries(own)), credentialsContext(id));
  }

  async function get(userId: number, id: string): Promise<CredentialsRecord> {
    const record = (await list(userId)).find((set) => set.id === id);
    if (record === undefined) throw notFound();
    return record;
  }

  /** Changes the sets of an account; changes of one account run one after the other. */
  async function alter(
    userId: number,
    work: (trx: Kysely<Schema>) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`credentials/${userId}`}, 0))`.execute(
        trx,
      );
      await work(trx);
    });
  }

  return {
    list,
    async add(userId, { platform, name, credentials, is_default = false }) {
      const id = randomUUID();
      const given = name === undefined ? "" : toDisplayName(name, "name");
      const sealed = await seal(platform, id, credentials);
      await alter(userId, async (trx) => {
        const { count } = await trx
          .selectFrom("platform_credentials")
          .select((is) => is.fn.countAll<number>().as("count"))
          .where("user_id", "=", userId)
          .where("platform", "=", platform)
          .executeTakeFirstOrThrow();
        if (count >= most) throw tooMany(most);
        if (is_default) await unsetDefault(trx, userId, platform);
        await trx
          .insertInto("platform_credentials")
          .values({
            id,
            user_id: userId,
            platform,
            name: given,
            sealed,
            is_default,
            created_at: new Date(clock.now()),
          })
          .execute();
      });
      return get(userId, id);
    },
    async change(userId, id, { name, is_default, credentials }) {
      const { platform } = await get(userId, id);
      const values = {
        ...(name !== undefined && { name: toDisplayName(name, "name") }),
        ...(credentials !== undefined && { sealed: await seal(platform, id, credentials) }),
        ...(is_default !== undefined && { is_default }),
      };
      if (Object.keys(values).length === 0) return get(userId, id);
      await alter(userId, async (trx) => {
        if (is_default === true) await unsetDefault(trx, userId, platform);
        const { numUpdatedRows } = await trx
          .updateTable("platform_credentials")
          .set(values)
          .where("id", "=", id)
          .where("user_id", "=", userId)
          .executeTakeFirst();
        // The set was deleted meanwhile; the error rolls back, so the former default stays.
        if (numUpdatedRows === 0n) throw notFound();
      });
      return get(userId, id);
    },
    async remove(userId, id) {
      const { id: known } = await get(userId, id);
      await db
        .deleteFrom("platform_credentials")
        .where("id", "=", known)
        .where("user_id", "=", userId)
        .execute();
    },
  };
}

type Row = Selectable<Schema["platform_credentials"]>;

function toStored({ id, user_id: userId, platform, sealed, is_default, created_at }: Row) {
  return { id, userId, platform, sealed, isDefault: is_default, createdAt: created_at.getTime() };
}

async function unsetDefault(
  trx: Kysely<Schema>,
  userId: number,
  platform: Platform,
): Promise<void> {
  await trx
    .updateTable("platform_credentials")
    .set({ is_default: false })
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .where("is_default", "=", true)
    .execute();
}

function notReadable(): InvalidInputError {
  return new InvalidInputError(
    `platform must be ${CREDENTIALS_PLATFORMS.join(", ")}: plugins read no credentials of others`,
    { code: "INVALID_INPUT" },
  );
}

function notFound(): BotwrightError {
  return new BotwrightError("there is no such set of credentials", {
    code: "CREDENTIALS_NOT_FOUND",
  });
}

function tooMany(most: number): QuotaError {
  return new QuotaError(`an account can have ${most} sets of a platform: delete one first`, {
    code: "CREDENTIALS_LIMIT",
  });
}
