import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import { CHANGERS, writeTargetsOf } from "../../syntax/write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** The objects to which a CommonJS plugin writes its exports. */
const EXPORTS = /^(?:module|exports)\b/u;

/** Finds writes to globals and built-ins, which are frozen. */
export function checkWrites(context: RuleContext): void {
  for (const { target } of writeTargetsOf(context.script)) {
    if (target.type === "MemberExpression") checkMember(context, target);
  }
  for (const node of context.script.nodes) {
    if (node.type === "CallExpression") checkCall(context, node);
  }
}

function checkMember(context: RuleContext, target: NodeOf<"MemberExpression">): void {
  const path = builtinPath(context, unchained(target.object));
  if (path !== undefined) return reportBuiltin(context, target, path);
  const { evaluator, report } = context;
  const object = unchained(target.object);
  const isProto = evaluator.keyOf(target) === "__proto__";
  if (isProto || (object.type === "MemberExpression" && leadsToPrototype(context, object))) {
    report("proto-write", target, sentence("proto-write"));
  }
}

/** `x.__proto__`, `x.constructor.prototype`. */
function leadsToPrototype({ evaluator }: RuleContext, node: NodeOf<"MemberExpression">): boolean {
  const key = evaluator.keyOf(node);
  if (key === "__proto__") return true;
  const object = unchained(node.object);
  return (
    key === "prototype" &&
    object.type === "MemberExpression" &&
    evaluator.keyOf(object) === "constructor"
  );
}

function reportBuiltin({ report }: RuleContext, place: AnyNode, path: string): void {
  if (EXPORTS.test(path)) return;
  if (path === "globalThis") {
    report("global-write", place, sentence("global-write"));
  } else {
    report("primordial-write", place, sentence("primordial-write", { path }));
  }
}

function checkCall(context: RuleContext, node: NodeOf<"CallExpression">): void {
  const callee = unchained(node.callee);
  const path = builtinPath(context, callee);
  if (path === undefined) return;
  const [first] = node.arguments;
  if (CHANGERS.has(path)) {
    const target = first && builtinPath(context, unchained(first));
    if (target !== undefined) reportBuiltin(context, node, target);
    return;
  }
  const [, owner] = /^(.+)\.__define[GS]etter__$/u.exec(path) ?? [];
  if (owner !== undefined) reportBuiltin(context, node, owner);
}
