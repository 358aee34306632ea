import { invalidInput } from "@botwright/core";
import { readApiKey, type Secrets } from "@botwright/services";

/** A row whose key is sealed. */
export interface KeyRow {
  readonly id: number;
  /** `null`: the address of the public service. */
  readonly base_url: string | null;
  readonly sealed: string | null;
}

/** The kind of provider, as it is written in the context of a sealed key. */
type KeyTable = "ai-provider" | "search-provider";

/** The context with which a provider's key is sealed, so that it opens only for this row and server; see `Secrets`. */
export function providerKeyContext(
  table: KeyTable,
  { id, base_url: baseUrl }: Omit<KeyRow, "sealed">,
): string {
  return `${table}/${id}/${originOf(baseUrl)}`;
}

/** The keys of providers, each sealed for its row and server. */
export interface ProviderKeys {
  /** The key of a row, if it has one. @throws {BotwrightError} `SECRET_UNREADABLE` */
  open(row: KeyRow): Promise<string | undefined>;
  /**
   * Returns the sealed key to write into a row.
   *
   * @param row with its new address
   * @param before the row as it is stored; `undefined` if its key must not be used again
   * @param given the new key; `undefined` keeps the old one, `null` or an empty text removes it
   * @throws {InvalidInputError} `INVALID_INPUT` when the key is invalid, or would be sent to another server
   */
  seal(
    row: Omit<KeyRow, "sealed">,
    before: KeyRow | undefined,
    given: string | null | undefined,
  ): Promise<string | null>;
}

/**
 * Creates {@link ProviderKeys}. A key is sent only to the server for which it was entered, so an administrator who
 * changes the URL to another server must enter the key again.
 */
export function createProviderKeys(secrets: Secrets, table: KeyTable): ProviderKeys {
  const contextOf = (row: Omit<KeyRow, "sealed">): string => providerKeyContext(table, row);
  return {
    open: async (row) =>
      row.sealed === null ? undefined : secrets.open(row.sealed, contextOf(row)),
    async seal(row, before, given) {
      if (given === undefined) {
        const sealed = before?.sealed ?? null;
        if (sealed === null || originOf(before?.base_url ?? null) === originOf(row.base_url)) {
          return sealed;
        }
        throw invalidInput("api_key must be given again: base_url leads to another server");
      }
      if (given === null || given.trim() === "") return null;
      return secrets.seal(readApiKey(given, "api_key"), contextOf(row));
    },
  };
}

function originOf(baseUrl: string | null): string {
  return baseUrl === null ? "" : new URL(baseUrl).origin;
}
