import type { SendOptions } from "@botwright/core";

/** The sends of one chat, also those that a death has kept from their platform. */
export interface NotedSends {
  /** The use of each key; `undefined` stands for a send without a key. */
  readonly byKey: ReadonlyMap<string | undefined, ReadonlySet<string>>;
  /** Keys that were used again by a send that is not marked as a repeat. */
  readonly unmarked: ReadonlySet<string | undefined>;
  readonly note: (
    what: string,
    options: Pick<SendOptions, "idempotencyKey" | "mayBeRepeat">,
  ) => void;
}

export function createNotedSends(): NotedSends {
  const byKey = new Map<string | undefined, Set<string>>();
  const unmarked = new Set<string | undefined>();
  return {
    byKey,
    unmarked,
    note(what, { idempotencyKey: key, mayBeRepeat = false }) {
      if (byKey.has(key) && !mayBeRepeat) unmarked.add(key);
      byKey.set(key, (byKey.get(key) ?? new Set()).add(what));
    },
  };
}
