import { unchained } from "../syntax/walk.ts";
import type { RuleContext } from "../rules/context.ts";
import type { HostCalls } from "./host-calls.ts";
import { sentence } from "../words/sentence.ts";

/** Reports calls of methods that `bot`, `storage` and the other services do not have. */
export function checkUnknownMethods({ script, report }: RuleContext, hostCalls: HostCalls): void {
  for (const node of script.nodes) {
    // `bot.sendPoll?.(…)` tests whether the method exists.
    if (node.type !== "CallExpression" || node.optional) continue;
    const method = hostCalls.methodOf(node);
    if (method === undefined || hostCalls.nameOf(node) !== undefined) continue;
    const { service, name } = method;
    if (name in Object.prototype) continue;
    const said = sentence("unknown-method", {
      service,
      name,
      methods: hostCalls.methodsOf(service),
    });
    report("unknown-method", unchained(node.callee), said);
  }
}
