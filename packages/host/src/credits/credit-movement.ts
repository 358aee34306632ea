import type { Selectable } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { CreditRowTable } from "../database/tables/credits.ts";

/** A movement of credits, as its owner sees it. */
export interface CreditMovement {
  readonly id: number;
  readonly kind: CreditRowTable["kind"];
  /** The change of the balance. */
  readonly credits: number;
  /** The same for a reservation, its settlement and the use that it paid. */
  readonly key: string;
  readonly plugin_slug: string | null;
  /** The model that was paid, or a note. */
  readonly description: string | null;
  /** Whether an administrator made it. */
  readonly is_by_administrator: boolean;
  readonly created_at: string;
}

/** The row as its owner sees it. */
export function toMovement(row: Selectable<CreditRowTable>): CreditMovement {
  const { user_id: _, actor_id, key, created_at, ...rest } = row;
  return {
    ...rest,
    key: unescapeText(key),
    is_by_administrator: actor_id !== null,
    created_at: created_at.toISOString(),
  };
}
