import {
  type PluginMeta,
  type PluginPermissions,
  defaultPriority,
  LIMITS,
  OPERATIONS,
} from "@botwright/core";
import type { AnyNode } from "acorn";
import type { Place } from "../../finding.ts";
import type { RuleContext } from "../context.ts";
import type { FunctionNode } from "../plugin/handler.ts";
import { findSends } from "./send-targets.ts";
import { sentence } from "../../words/sentence.ts";

type Asked = "ai" | "creds" | "media" | "search";

const ASKED: readonly Asked[] = ["ai", "creds", "media", "search"];

/** The permission that each name of the context needs, from the table of operations; `bot` by single methods. */
const NEEDED: ReadonlyMap<string, Asked> = new Map([
  ["mediaBuffer", "media"],
  ...Object.entries(OPERATIONS).flatMap(([operation, row]): [string, Asked][] => {
    const [service = "", method = ""] = operation.split(".");
    const needed = ASKED.find((asked) => "permission" in row && row.permission === asked);
    return needed === undefined ? [] : [[service === "bot" ? method : service, needed]];
  }),
]);

/** Compares the members of the context that the plugin uses with its declaration. */
export function checkPermissions(context: RuleContext, meta: PluginMeta | null): void {
  const { script, report } = context;
  const permissions = meta?.permissions;
  const used = new Set<Asked>();
  for (const { name, node } of contextNames(context)) {
    const needed = NEEDED.get(name);
    if (needed === undefined) continue;
    if (needed === "creds" && !used.has(needed)) {
      report("reads-credentials", node, sentence("reads-credentials"));
    }
    if (permissions && !used.has(needed) && !isDeclared(permissions, needed)) {
      const said = sentence("permission-not-declared", { name, permission: needed });
      report("permission-not-declared", node, said);
    }
    used.add(needed);
  }
  for (const asked of ASKED) {
    if (permissions && isDeclared(permissions, asked) && !used.has(asked)) {
      const said = sentence("permission-unused", { permission: asked });
      report("permission-unused", { start: 0, end: 0 }, said);
    }
  }
  checkHosts(context, permissions);
  checkSends(context, permissions);
  const platforms = permissions?.creds;
  if (platforms && platforms.length > 0) {
    for (const node of script.nodes) checkPlatform(context, node, platforms);
  }
}

/** Reports `*` among the hosts, which a reader could overlook. */
function checkHosts({ report }: RuleContext, permissions: PluginPermissions | undefined): void {
  if (permissions?.hosts?.includes("*") !== true) return;
  report("any-host", { start: 0, end: 0 }, sentence("any-host"));
}

/** Reports whether the plugin sends to people other than the one whom it answers. */
function checkSends(context: RuleContext, permissions: PluginPermissions | undefined): void {
  if (permissions === undefined) return;
  const sends = findSends(context).filter(({ to }) => to !== "answered");
  if (permissions.proactive === true) {
    if (sends.length > 0) return;
    const said = sentence("permission-unused", { permission: "proactive" });
    context.report("permission-unused", { start: 0, end: 0 }, said);
    return;
  }
  const first = sends.find(({ to }) => to === "other");
  if (first === undefined) return;
  const { method } = first;
  const said = sentence("permission-not-declared/proactive", { method });
  context.report("permission-not-declared", first.node, said);
}

function isDeclared(permissions: PluginPermissions, asked: Asked): boolean {
  const value = permissions[asked];
  return Array.isArray(value) ? value.length > 0 : value === true;
}

/** Names that are read from an object: `ctx.name`, `ctx["name"]`, or `{ name }` in a pattern. */
function contextNames({ script, evaluator }: RuleContext): { name: string; node: AnyNode }[] {
  return script.nodes.flatMap((node): { name: string; node: AnyNode }[] => {
    if (node.type === "MemberExpression") {
      const name = evaluator.keyOf(node);
      // A member of the plugin's own object is not one of the context.
      return name === undefined || evaluator.isOwn(node.object, name) ? [] : [{ name, node }];
    }
    if (node.type === "Property" && script.parents.get(node)?.type === "ObjectPattern") {
      const name = evaluator.propertyName(node);
      return name === undefined ? [] : [{ name, node }];
    }
    return [];
  });
}

/** Reports `getPlatformCreds("feishu")` with an undeclared platform. */
function checkPlatform(
  { evaluator, report }: RuleContext,
  node: AnyNode,
  declared: readonly string[],
): void {
  if (node.type !== "CallExpression") return;
  const { callee } = node;
  const name =
    callee.type === "Identifier"
      ? callee.name
      : callee.type === "MemberExpression"
        ? evaluator.keyOf(callee)
        : undefined;
  const [first] = node.arguments;
  const value = name === "getPlatformCreds" && first ? evaluator.evaluate(first) : undefined;
  if (value?.kind !== "constant" || declared.includes(String(value.value))) return;
  const platform = String(value.value).slice(0, 20);
  report("permission-not-declared", node, sentence("permission-not-declared/creds", { platform }));
}

/** Reports the use of a database, which third-party plugins do not get. */
export function checkPool(
  { script, evaluator, report }: RuleContext,
  handler: FunctionNode | undefined,
): void {
  const [first] = handler?.params ?? [];
  const message = sentence("built-in-only");
  if (first?.type === "ObjectPattern") {
    for (const item of first.properties) {
      if (item.type !== "Property" || evaluator.propertyName(item) !== "pool") continue;
      report("built-in-only", item.key, message);
    }
  } else if (first?.type === "Identifier") {
    for (const { node } of script.bindings
      .filter(({ definitions }) => definitions.some(({ identifier }) => identifier === first))
      .flatMap(({ uses }) => uses)) {
      const parent = script.parents.get(node);
      if (parent?.type !== "MemberExpression" || parent.object !== node) continue;
      if (evaluator.keyOf(parent) === "pool") report("built-in-only", parent, message);
    }
  }
}

/** Reports a priority outside of the range for third-party plugins. */
export function checkPriority(
  { report }: Pick<RuleContext, "report">,
  meta: PluginMeta,
  place: Place,
): void {
  const priority = defaultPriority(meta);
  const { thirdPartyPriorityMin: min, thirdPartyPriorityMax: max } = LIMITS.plugin;
  if (priority >= min && priority <= max) return;
  report("priority-out-of-range", place, sentence("priority-out-of-range", { priority, min, max }));
}
