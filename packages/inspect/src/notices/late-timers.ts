import { LIMITS } from "@botwright/core";
import type { AnyNode } from "acorn";
import { builtinPath, type NodeOf, type RuleContext } from "../rules/context.ts";
import { functionAround, isFunctionNode } from "../rules/plugin/handler.ts";
import type { HostCalls } from "./host-calls.ts";
import { sentence } from "../words/sentence.ts";

/** The most functions around a timer that are examined. */
const MAX_OUTER = 20;

/** Reports timers that would fire after the handler has ended, when timers no longer fire. */
export function checkLateTimers(context: RuleContext, hostCalls: HostCalls): void {
  const { evaluator, report } = context;
  for (const node of context.script.nodes) {
    if (node.type !== "CallExpression") continue;
    const path = builtinPath(context, node.callee);
    if (path !== "setTimeout" && path !== "setInterval") continue;
    const [callback, delay] = node.arguments;
    const ms = delay && evaluator.evaluate(delay);
    const { wallMs } = LIMITS.call;
    if (ms?.kind === "constant" && typeof ms.value === "number" && ms.value >= wallMs) {
      const values = { timer: path, ms: ms.value, most: wallMs };
      report("late-timer", node, sentence("late-timer/long", values));
    } else if (callback && isForgotten(context, node) && sends(context, callback, hostCalls)) {
      report("late-timer", node, sentence("late-timer", { timer: path }));
    }
  }
}

/** Whether the timer can be neither awaited nor cleared. */
function isForgotten(
  { script, ...context }: RuleContext,
  timer: NodeOf<"CallExpression">,
): boolean {
  const parent = script.parents.get(timer);
  const isKept = parent?.type !== "ExpressionStatement" && !isLastOfArrow(parent, timer);
  if (isKept) return false;
  let around = functionAround(script, timer);
  for (let step = 0; around !== undefined && step < MAX_OUTER; step += 1) {
    const outer = script.parents.get(around);
    const isExecutor = outer?.type === "NewExpression" && outer.arguments[0] === around;
    if (isExecutor && builtinPath({ script, ...context }, outer.callee) === "Promise") return false;
    around = functionAround(script, around);
  }
  return true;
}

/** `() => setTimeout(…)`. */
function isLastOfArrow(parent: AnyNode | undefined, node: AnyNode): boolean {
  return parent?.type === "ArrowFunctionExpression" && parent.body === node;
}

/** Whether the callback makes a host call. */
function sends({ script }: RuleContext, callback: AnyNode, hostCalls: HostCalls): boolean {
  const [definition] = script.useOf.get(callback)?.binding?.definitions ?? [];
  const node = definition?.node;
  const named = node?.type === "VariableDeclarator" ? node.init : node;
  const callee = isFunctionNode(callback) ? callback : named;
  return callee ? hostCalls.works(callee) : false;
}
