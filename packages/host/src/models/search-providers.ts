import { invalidInput } from "@botwright/core";
import { readBaseUrl, type Secrets } from "@botwright/services";
import type { Kysely, Selectable, Transaction } from "kysely";
import type { SearchProviderTable } from "../database/tables/models.ts";
import type { Schema } from "../database/schema.ts";
import { refuseDuplicate } from "../database/constraints.ts";
import { checkWord } from "./check-fields.ts";
import { createProviderKeys, type ProviderKeys } from "./provider-key.ts";

/** The kinds of search engines; see the providers of `@botwright/services`. */
export type SearchProviderType = SearchProviderTable["type"];

/** A search engine as an administrator enters it. */
export interface SearchProviderInput {
  /** The id of an existing engine, whose absent fields keep their values. @default a new one */
  readonly id?: number;
  readonly type: SearchProviderType;
  /** Unique; the `source` of its results. @default the type */
  readonly name?: string;
  /** Required for SearXNG. @default the public service's, which `null` stands for */
  readonly base_url?: string | null;
  /** Required for Brave and Tavily. Stored sealed, and never returned. */
  readonly api_key?: string | null;
  /** @default true */
  readonly enabled?: boolean;
}

/** A search engine of the host. */
export interface SearchProviderRecord {
  readonly id: number;
  readonly type: SearchProviderType;
  readonly name: string;
  readonly base_url: string | null;
  readonly has_key: boolean;
  readonly enabled: boolean;
}

const NEEDS_KEY: ReadonlySet<SearchProviderType> = new Set(["brave", "tavily"]);

/** Writes the rows of search engines. */
export interface SearchProviderRows {
  /**
   * Replaces all engines. The host queries them in the order of `inputs`.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field
   */
  replace(trx: Transaction<Schema>, inputs: readonly SearchProviderInput[]): Promise<void>;
  readonly keys: ProviderKeys;
}

/** Creates {@link SearchProviderRows}. */
export function createSearchProviderRows(secrets: Secrets): SearchProviderRows {
  const keys = createProviderKeys(secrets, "search-provider");

  async function write(
    trx: Transaction<Schema>,
    path: string,
    before: Selectable<SearchProviderTable> | undefined,
    input: SearchProviderInput,
    position: number,
  ): Promise<void> {
    const { type, name = before?.name ?? type, enabled = before?.enabled ?? true } = input;
    const base_url = readAddress(path, input, before?.base_url ?? null);
    const values = { type, name: checkWord(`${path}.name`, name), base_url, enabled, position };
    const duplicate = (): Error =>
      invalidInput(`${path}.name is another engine's: choose another one`);
    const insert = trx.insertInto("search_provider").values(values).returning("id");
    const { id } = before ?? (await refuseDuplicate(insert.executeTakeFirstOrThrow(), duplicate));
    const keyed = before?.type === type ? before : undefined;
    const sealed = await keys.seal({ id, base_url }, keyed, input.api_key);
    if (sealed === null && NEEDS_KEY.has(type)) {
      throw invalidInput(`${path}.api_key must be given: ${type} needs a key`);
    }
    const update = trx
      .updateTable("search_provider")
      .set({ ...values, sealed, updated_at: new Date() })
      .where("id", "=", id);
    await refuseDuplicate(update.execute(), duplicate);
  }

  return {
    async replace(trx, inputs) {
      // Locks all engines, so that two administrators who replace them at once do so one after the other.
      const rows = await trx.selectFrom("search_provider").selectAll().forUpdate().execute();
      const known = new Map(rows.map((row) => [row.id, row]));
      const retained = new Set<number>();
      for (const [index, { id }] of inputs.entries()) {
        if (id === undefined) continue;
        if (!known.has(id) || retained.has(id)) {
          throw invalidInput(`search_providers[${index}].id must be the id of an engine, once`);
        }
        retained.add(id);
      }
      const gone = rows.map(({ id }) => id).filter((id) => !retained.has(id));
      if (gone.length > 0) {
        await trx.deleteFrom("search_provider").where("id", "in", gone).execute();
      }
      for (const [index, input] of inputs.entries()) {
        const before = input.id === undefined ? undefined : known.get(input.id);
        await write(trx, `search_providers[${index}]`, before, input, index);
      }
    },
    keys,
  };
}

/** All search engines, in their order. */
export function readSearchProviders(
  db: Kysely<Schema>,
): Promise<Selectable<SearchProviderTable>[]> {
  return db.selectFrom("search_provider").selectAll().orderBy("position").orderBy("id").execute();
}

/** The engine without its key. */
export function toSearchProviderRecord(row: Selectable<SearchProviderTable>): SearchProviderRecord {
  const { id, type, name, base_url, sealed, enabled } = row;
  return { id, type, name, base_url, has_key: sealed !== null, enabled };
}

function readAddress(
  path: string,
  { type, base_url: given }: SearchProviderInput,
  before: string | null,
): string | null {
  const address = given === undefined ? before : given;
  if (address !== null && address !== "") return readBaseUrl(address, `${path}.base_url`);
  if (type !== "searxng") return null;
  throw invalidInput(`${path}.base_url must be the address of an instance of SearXNG`);
}
