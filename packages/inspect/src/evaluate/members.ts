import type { AnyNode } from "acorn";
import type { EvaluationBudget } from "./budget.ts";
import type { Evaluator } from "./evaluator.ts";
import type { MemberOf } from "./builtins/object-calls.ts";
import { memberOf, type Value } from "./value.ts";

type ObjectLiteral = AnyNode & { readonly type: "ObjectExpression" };

/** The most spreads of an object in which a member is looked up, and the most levels of them. */
const MAX_SPREADS = 8;
/** The most objects through which a member is looked up, when objects are made of others or spread in others. */
const MAX_DEPTH = 100;

/** Computes the members of values, and whose they are. */
interface Members extends Pick<Evaluator, "isOwn" | "keyOf" | "property" | "propertyName"> {
  /** `object[key]`, of object literals too. */
  memberOf: MemberOf;
}

/** Creates the look-up of members; each object literal is indexed once. */
export function createMembers({
  evaluate,
  spend,
}: Pick<Evaluator, "evaluate"> & Pick<EvaluationBudget, "spend">): Members {
  const records = new Map<AnyNode, ReadonlyMap<string, AnyNode>>();
  const spreads = new Map<AnyNode, readonly AnyNode[]>();

  let depth = 0;

  function member(object: Value, key: string): Value | undefined {
    if (depth >= MAX_DEPTH) return undefined;
    depth += 1;
    const value = workOut(object, key);
    depth -= 1;
    return value;
  }

  function workOut(object: Value, key: string): Value | undefined {
    if (object.kind !== "record") return memberOf(object, key);
    const own = property(object.node, key);
    if (own !== undefined) return evaluate(own);
    return spreadValue(object.node, key) ?? memberOf(object, key);
  }

  /** The member from the last spread that has this name: `bot` in `{ ...ctx }.bot`. */
  function spreadValue(record: ObjectLiteral, key: string): Value | undefined {
    for (const argument of spreadsOf(record)) {
      const value = evaluate(argument);
      const found =
        value === undefined || !spend(argument, key.length) ? undefined : member(value, key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function isOwn(object: AnyNode, key: string): boolean {
    const value = evaluate(object);
    return value !== undefined && !mayBeSpread(value, key, MAX_SPREADS);
  }

  /** Whether a member may come from a spread or a copy of an unknown object. */
  function mayBeSpread(value: Value, key: string, levels: number): boolean {
    if (value.kind === "made") return true;
    if (value.kind !== "record" || levels === 0 || property(value.node, key) !== undefined)
      return false;
    return spreadsOf(value.node).some((argument) => {
      const spread = evaluate(argument);
      if (spread === undefined || !spend(argument, 1)) return true;
      return mayBeSpread(spread, key, levels - 1);
    });
  }

  /** The arguments of an object's spreads, the last one first. */
  function spreadsOf(record: ObjectLiteral): readonly AnyNode[] {
    const before = spreads.get(record);
    if (before !== undefined) return before;
    const found = record.properties
      .flatMap((item) => (item.type === "SpreadElement" ? [item.argument] : []))
      .slice(-MAX_SPREADS)
      .toReversed();
    spreads.set(record, found);
    return found;
  }

  function keyOf({ computed, property: key }: AnyNode & { type: "MemberExpression" }) {
    if (!computed) return key.type === "Identifier" ? key.name : undefined;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  function property(record: ObjectLiteral, key: string): AnyNode | undefined {
    let fields = records.get(record);
    if (fields === undefined) {
      fields = propertiesOf(record);
      records.set(record, fields);
    }
    return fields.get(key);
  }

  /** The properties after the last spread, because a spread may contain any name. */
  function propertiesOf(record: ObjectLiteral): Map<string, AnyNode> {
    const found = new Map<string, AnyNode>();
    const last = record.properties.findLastIndex(({ type }) => type === "SpreadElement");
    for (const item of record.properties.slice(last + 1)) {
      if (item.type !== "Property") continue;
      const name = propertyName(item);
      if (name === undefined) continue;
      if (item.kind === "init") found.set(name, item.value);
      else found.delete(name);
    }
    return found;
  }

  function propertyName(item: AnyNode & { type: "Property" }): string | undefined {
    const { key, computed } = item;
    if (!computed && key.type === "Identifier") return key.name;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  return { memberOf: member, isOwn, keyOf, property, propertyName };
}
