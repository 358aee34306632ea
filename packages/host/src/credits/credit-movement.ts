import type { Selectable } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { CreditRowTable } from "../database/tables/credits.ts";

/** A movement of credits, as its owner sees it. */
export interface CreditMovement {
  readonly id: number;
  readonly kind: CreditRowTable["kind"];
  /** The change of the balance. */
  readonly credits: number;
  /** A reservation, its settlement and the use that it paid have the same key. */
  readonly key: string;
  readonly plugin_slug: string | null;
  /** The name of the paid model, or a note. */
  readonly description: string | null;
  /** Whether an administrator made the movement. */
  readonly is_by_administrator: boolean;
  readonly created_at: string;
}

/** Makes the movement that the owner sees of its row. */
export function toMovement(row: Selectable<CreditRowTable>): CreditMovement {
  const { user_id: _, actor_id, key, created_at, ...rest } = row;
  return {
    ...rest,
    key: unescapeText(key),
    is_by_administrator: actor_id !== null,
    created_at: created_at.toISOString(),
  };
}
