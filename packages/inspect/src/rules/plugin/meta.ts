import { findMetaWarnings, type PluginMeta, validatePluginMeta } from "@botwright/core";
import type { AnyNode } from "acorn";
import type { Exports } from "../../evaluate/exports.ts";
import { literalKey, readLiteral } from "../../evaluate/literal.ts";
import type { RuleContext } from "../context.ts";
import { checkMetaChanges } from "./meta-changes.ts";
import { metaIssue, metaWarning } from "./meta-sentences.ts";
import { checkMetaSources, placeMadeConditionally } from "./meta-sources.ts";
import { findMisleadingTexts } from "./meta-texts.ts";
import { sentence } from "../../words/sentence.ts";

/** Reads the declaration without running the file; `null` if there is none or it is invalid. */
export function readMeta(context: RuleContext, exports: Exports): PluginMeta | null {
  const { report } = context;
  const declared = exports.find("meta");
  checkMetaSources(context, exports);
  if (declared === undefined) {
    report("no-meta", { start: 0, end: 0 }, sentence("no-meta"));
    return null;
  }
  const { node, place } = declared;
  const reading = node && readLiteral(node);
  if (node === undefined || reading?.isLiteral !== true) {
    const where = reading?.isLiteral === false ? reading.place : place;
    const key = node === undefined ? "meta-not-literal/export" : "meta-not-literal/part";
    report("meta-not-literal", where, sentence(key));
    return null;
  }
  // `undefined` may be the name of a variable of the file.
  const { script } = context;
  const variable = script.within(node).find((part) => script.useOf.get(part)?.binding);
  if (variable) {
    report("meta-not-literal", variable, sentence("meta-not-literal/undefined"));
    return null;
  }
  const condition = placeMadeConditionally(context, node);
  if (condition) {
    report("meta-not-literal", condition, sentence("meta-not-literal/condition"));
    return null;
  }
  checkMetaChanges(context, node);
  for (const warning of findMetaWarnings(reading.value)) {
    report(WARNING_RULES[warning.kind], nodeAt(node, warning.path), metaWarning(warning));
  }
  const validation = validatePluginMeta(reading.value);
  if (validation.success) {
    for (const { path, said } of findMisleadingTexts(validation.data)) {
      report("misleading-meta", nodeAt(node, path), said);
    }
    return validation.data;
  }
  for (const issue of validation.errors.slice(0, MAX_ERRORS)) {
    report("invalid-meta", nodeAt(node, issue.path), metaIssue(issue));
  }
  return null;
}

/** The rule of each kind of warning. */
const WARNING_RULES = {
  "unknown-field": "unknown-meta-field",
  "invalid-host": "invalid-host",
  "unusable-setting": "unusable-setting",
} as const;

/** The most wrong fields that are reported. */
const MAX_ERRORS = 100;

/** The node at a validator's path, or the nearest node around it. */
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
