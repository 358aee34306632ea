import { type PluginMeta, validatePluginMeta } from "@botwright/core";
import type { AnyNode } from "acorn";
import type { Export } from "../exports.ts";
import { literalKey, readLiteral } from "../literal.ts";
import { unchained } from "../walk.ts";
import { CHANGERS, writeTargetsOf } from "../write-targets.ts";
import { builtinPath, type RuleContext } from "./context.ts";

/** Reads the declaration without running the file; `null` if there is none or it is wrong. */
export function readMeta(context: RuleContext, declared: Export | undefined): PluginMeta | null {
  const { report } = context;
  if (declared === undefined) {
    report("no-meta", { start: 0, end: 0 }, "there is no meta: the submission must say everything");
    return null;
  }
  const { node, place } = declared;
  const reading = node && readLiteral(node);
  if (node === undefined || reading?.isLiteral !== true) {
    const where = reading?.isLiteral === false ? reading.place : place;
    const what = node === undefined ? "what is exported" : "this part of meta";
    const advice = "write export const meta = { … } of plain values";
    report("meta-not-literal", where, `${what} shows only when the file runs: ${advice}`);
    return null;
  }
  checkMetaChanges(context, node);
  const validation = validatePluginMeta(reading.value);
  if (validation.success) return validation.data;
  for (const { path, expected } of validation.errors.slice(0, MAX_ERRORS)) {
    const name = path.replace("$input", "meta");
    report("invalid-meta", nodeAt(node, path), `${name} must be ${expected}`);
  }
  return null;
}

/** Wrong fields that are told of. */
const MAX_ERRORS = 100;

/** The node that a validator's path means, or the nearest around it. */
function nodeAt(root: AnyNode, path: string): AnyNode {
  let node = root;
  for (const [, name, index, quoted] of path.matchAll(/\.(\w+)|\[(\d+)\]|\["(.*?)"\]/gu)) {
    const key = name ?? quoted;
    const next: AnyNode | null | undefined =
      node.type === "ArrayExpression"
        ? node.elements[Number(index)]
        : node.type === "ObjectExpression"
          ? valueOf(node, key)
          : undefined;
    if (!next) break;
    node = next;
  }
  return node;
}

function valueOf(node: AnyNode & { type: "ObjectExpression" }, key: string | undefined) {
  const own = node.properties.findLast(
    (item) => item.type === "Property" && literalKey(item) === key,
  );
  return own?.type === "Property" ? own.value : undefined;
}

const ARRAY_CHANGERS = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;

/** What was read must be what runs: nothing may change the declaration later. */
function checkMetaChanges(context: RuleContext, meta: AnyNode): void {
  const { script, evaluator, report } = context;
  const refuse = (place: AnyNode): void =>
    report("meta-changed", place, "meta is read from the file and cannot be changed when it runs");
  for (const { target, by } of writeTargetsOf(script)) {
    if (target.type === "MemberExpression" && belongsTo(context, meta, target.object)) refuse(by);
    const path = target.type === "MemberExpression" ? builtinPath(context, target.object) : "";
    if (/^(?:module\.)?exports\.meta\b/u.test(path ?? "")) refuse(by);
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const callee = unchained(node.callee);
    const [first] = node.arguments;
    if (callee.type !== "MemberExpression") continue;
    if (CHANGERS.has(builtinPath(context, callee) ?? "")) {
      if (first && belongsTo(context, meta, first)) refuse(node);
    } else if (ARRAY_CHANGERS.test(evaluator.keyOf(callee) ?? "")) {
      if (belongsTo(context, meta, callee.object)) refuse(node);
    }
  }
}

/** Whether `node` is the declaration or a part of it, under whatever name. */
function belongsTo({ evaluator }: RuleContext, meta: AnyNode, node: AnyNode): boolean {
  for (let at = unchained(node); ; at = unchained(at.object)) {
    const value = evaluator.evaluate(at);
    if (value?.kind === "record") {
      const { start, end } = value.node;
      if (start >= meta.start && end <= meta.end) return true;
    }
    if (at.type !== "MemberExpression") return false;
  }
}
