import { builtinPath, type RuleContext } from "./context.ts";

const HOST_CALLS: ReadonlySet<string> = new Set(["fetch", "setInterval", "setTimeout"]);

/** `fetch` and timers outside of every function: they work only while a message is handled. */
export function checkCallsAtLoad(context: RuleContext): void {
  const { script, report } = context;
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const path = builtinPath(context, node.callee);
    if (path === undefined || !HOST_CALLS.has(path)) continue;
    let up = script.parents.get(node);
    while (up !== undefined && !isFunction(up.type)) up = script.parents.get(up);
    if (up === undefined) {
      report(
        "call-at-load",
        node,
        `${path} works only inside of the handler, not at the top level`,
      );
    }
  }
}

function isFunction(type: string): boolean {
  return type.includes("Function");
}
