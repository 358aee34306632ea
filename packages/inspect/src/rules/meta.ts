import {
  describeMetaIssue,
  findMetaWarnings,
  type PluginMeta,
  validatePluginMeta,
} from "@botwright/core";
import type { AnyNode } from "acorn";
import type { Exports } from "../exports.ts";
import { literalKey, readLiteral } from "../literal.ts";
import type { RuleContext } from "./context.ts";
import { checkMetaChanges } from "./meta-changes.ts";
import { checkMetaSources, placeMadeConditionally } from "./meta-sources.ts";

/** Reads the declaration without running the file; `null` if there is none or it is wrong. */
export function readMeta(context: RuleContext, exports: Exports): PluginMeta | null {
  const { report } = context;
  const declared = exports.find("meta");
  checkMetaSources(context, exports);
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
  // `undefined` may be a variable of the file.
  const { script } = context;
  const variable = script.within(node).find((part) => script.useOf.get(part)?.binding);
  if (variable) {
    report("meta-not-literal", variable, "undefined is a variable here: leave the field out");
    return null;
  }
  const condition = placeMadeConditionally(context, node);
  if (condition) {
    const advice = "declare it at the top level of the file";
    report(
      "meta-not-literal",
      condition,
      `whether there is a meta shows only when the file runs: ${advice}`,
    );
    return null;
  }
  checkMetaChanges(context, node);
  for (const { kind, path, message } of findMetaWarnings(reading.value)) {
    report(WARNING_RULES[kind], nodeAt(node, path), message);
  }
  const validation = validatePluginMeta(reading.value);
  if (validation.success) return validation.data;
  for (const issue of validation.errors.slice(0, MAX_ERRORS)) {
    report("invalid-meta", nodeAt(node, issue.path), describeMetaIssue(issue));
  }
  return null;
}

/** The rule of each kind of warning. */
const WARNING_RULES = {
  "unknown-field": "unknown-meta-field",
  "invalid-host": "invalid-host",
} as const;

/** Number of wrong fields to report. */
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
