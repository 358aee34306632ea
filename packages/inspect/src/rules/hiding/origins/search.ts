import type { AnyNode } from "acorn";
import type { Binding } from "../../../syntax/scopes.ts";
import type { NodeOf, RuleContext } from "../../context.ts";
import type { Key, ObjectWrites } from "./object-writes.ts";

/** What is known of a file before objects are searched for. */
export interface Facts {
  readonly context: RuleContext;
  readonly handler: AnyNode | undefined;
  readonly writes: ObjectWrites;
  /** The calls of each function that has a name. */
  readonly calls: ReadonlyMap<AnyNode, readonly NodeOf<"CallExpression">[]>;
  /** What each function returns. */
  readonly results: ReadonlyMap<AnyNode, readonly AnyNode[]>;
  /** The name of a property, if it is certain. */
  nameOf(member: NodeOf<"MemberExpression">): Key;
}

/** The search for where one object comes from. */
export interface Search {
  readonly facts: Facts;
  /** Goes on with an expression of which these properties are read, the last one first. */
  push(node: AnyNode | null | undefined, keys: readonly Key[]): void;
  /** Says that the object may have more than the file shows. */
  given(): void;
  /** Says that it may be the handler's context or a service. */
  service(): void;
  /** Counts steps. @param amount 1 by default */
  count(amount?: number): void;
}

/** Whether two names may be the same. */
export const isSame = (one: Key, other: Key): boolean =>
  one === undefined || other === undefined || one === other;

/** The name that a key in brackets, or one in quotes, has. */
export function textOf({ facts }: Search, key: AnyNode): Key {
  const value = facts.context.evaluator.evaluate(key);
  return value?.kind === "constant" ? String(value.value) : undefined;
}

/** The name of a key without brackets. */
export const nameOfKey = (search: Search, key: AnyNode): Key =>
  key.type === "Identifier" || key.type === "PrivateIdentifier" ? key.name : textOf(search, key);

/** Follows what was put into an object after it was made. */
export function pushWrites(search: Search, owner: Binding | AnyNode, keys: readonly Key[]): void {
  for (const { path, value } of search.facts.writes.of(owner)) {
    search.count();
    const rest = keys.length - path.length;
    if (rest < 0) continue;
    if (path.every((key, index) => isSame(key, keys[keys.length - 1 - index]))) {
      search.push(value, keys.slice(0, rest));
    }
  }
}
