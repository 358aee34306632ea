import type { AnyNode } from "acorn";
import type { Binding } from "../../../syntax/scopes.ts";
import type { NodeOf, RuleContext } from "../../context.ts";
import type { Key, ObjectWrites } from "./object-writes.ts";

/** Facts about a file that the search needs. */
export interface Facts {
  readonly context: RuleContext;
  readonly handler: AnyNode | undefined;
  readonly writes: ObjectWrites;
  /** The calls of each function that has a name. */
  readonly calls: ReadonlyMap<AnyNode, readonly NodeOf<"CallExpression">[]>;
  /** The expressions that each function returns. */
  readonly results: ReadonlyMap<AnyNode, readonly AnyNode[]>;
  /** The name of a property, if it is certain. */
  nameOf(member: NodeOf<"MemberExpression">): Key;
}

/** The search for the origin of one object. */
export interface Search {
  readonly facts: Facts;
  /** Continues with an expression from which these properties are read, the last one first. */
  push(node: AnyNode | null | undefined, keys: readonly Key[]): void;
  /** Records that the object may have members that the file does not show. */
  given(): void;
  /** Records that the object may be the handler's context or a service. */
  service(): void;
  /** Counts steps. @param amount 1 by default */
  count(amount?: number): void;
}

/** Whether two keys may be the same name. */
export const isSame = (one: Key, other: Key): boolean =>
  one === undefined || other === undefined || one === other;

/** The name of a key in brackets or in quotes. */
export function textOf({ facts }: Search, key: AnyNode): Key {
  const value = facts.context.evaluator.evaluate(key);
  return value?.kind === "constant" ? String(value.value) : undefined;
}

/** The name of a key without brackets. */
export const nameOfKey = (search: Search, key: AnyNode): Key =>
  key.type === "Identifier" || key.type === "PrivateIdentifier" ? key.name : textOf(search, key);

/** Follows the values that were put into an object after its creation. */
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
