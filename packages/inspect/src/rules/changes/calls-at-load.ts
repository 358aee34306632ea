import { builtinPath, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

const HOST_CALLS: ReadonlySet<string> = new Set(["fetch", "setInterval", "setTimeout"]);

/** Reports `fetch` and timers outside of functions, because they work only while a message is handled. */
export function checkCallsAtLoad(context: RuleContext): void {
  const { script, report } = context;
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const path = builtinPath(context, node.callee);
    if (path === undefined || !HOST_CALLS.has(path)) continue;
    if (!script.functions.has(node)) {
      report("call-at-load", node, sentence("call-at-load", { name: path }));
    }
  }
}
