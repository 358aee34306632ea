import type { AnyNode } from "acorn";
import type { NodeOf, RuleContext } from "../rules/context.ts";
import {
  functionAround,
  type FunctionNode,
  mayBeResult,
  returnsOf,
} from "../rules/plugin/handler.ts";
import { unchained } from "../syntax/walk.ts";
import type { HostCalls } from "./host-calls.ts";
import { sentence } from "../words/sentence.ts";

/** Reports paths through the handler that return nothing, or a value that is not a result. */
export function checkHandlerPaths(
  { script, report }: RuleContext,
  handler: FunctionNode,
  hostCalls: HostCalls,
): void {
  const { body } = handler;
  const isResult = (node: AnyNode): boolean => mayBeResult(node) && !isHostCall(node, hostCalls);
  const returned = returnsOf(script, handler);
  // If no `return` is right, another rule reports that.
  if (body.type !== "BlockStatement" || !returned.some((node) => isResult(node))) return;
  for (const node of script.within(body)) {
    if (node.type !== "ReturnStatement" || functionAround(script, node) !== handler) continue;
    if (node.argument && isResult(node.argument)) continue;
    report(
      "handler-path",
      node,
      sentence(node.argument ? "handler-path/no-result" : "handler-path"),
    );
  }
  if (mayEnd(body)) {
    const place = { start: body.end - 1, end: body.end };
    report("handler-path", place, sentence("handler-path/end"));
  }
}

/** Whether it is `return bot.reply(…)`: the host's answer is not a result. */
function isHostCall(given: AnyNode, hostCalls: HostCalls): boolean {
  const node = unchained(given.type === "AwaitExpression" ? given.argument : given);
  return node.type === "CallExpression" && hostCalls.nameOf(node)?.startsWith("bot.") === true;
}

/** A statement that `break` can leave. */
interface Breakable {
  readonly label: string | undefined;
  /** Whether a `break` without a label leaves it. */
  readonly isLoop: boolean;
  isLeft: boolean;
}

/** Whether execution may continue after a statement; in doubt, it may not. */
function mayEnd(root: AnyNode): boolean {
  const open: Breakable[] = [];

  function within(breakable: Breakable, run: () => boolean): boolean {
    open.push(breakable);
    const isPassed = run();
    open.pop();
    return isPassed || breakable.isLeft;
  }

  const inside = (isLoop: boolean, run: () => boolean, label?: string): boolean =>
    within({ label, isLoop, isLeft: false }, run);

  function leave({ label }: NodeOf<"BreakStatement">): void {
    const target = open.findLast((one) => (label ? one.label === label.name : one.isLoop));
    if (target !== undefined) target.isLeft = true;
  }

  function loop(body: AnyNode, test: AnyNode | null | undefined): boolean {
    const isEndless = test === null || test === undefined || isTrue(test);
    return inside(true, () => {
      ends(body);
      return !isEndless;
    });
  }

  function ends(node: AnyNode): boolean {
    switch (node.type) {
      case "BlockStatement":
        return node.body.every((statement) => ends(statement));
      case "ReturnStatement":
      case "ThrowStatement":
      case "ContinueStatement":
        return false;
      case "BreakStatement":
        leave(node);
        return false;
      case "IfStatement": {
        const [first, second] = [ends(node.consequent), !node.alternate || ends(node.alternate)];
        return first || second;
      }
      case "TryStatement": {
        const handler = isDisposal(node) ? undefined : node.handler;
        const [tried, caught] = [ends(node.block), handler ? ends(handler.body) : false];
        return (!node.finalizer || ends(node.finalizer)) && (tried || caught);
      }
      case "SwitchStatement":
        return inside(true, () => switched(node));
      case "LabeledStatement":
        return inside(false, () => ends(node.body), node.label.name);
      case "WhileStatement":
        return loop(node.body, node.test);
      case "DoWhileStatement":
        return loop(node.body, node.test);
      case "ForStatement":
        return loop(node.body, node.test);
      case "ForInStatement":
      case "ForOfStatement":
        return inside(true, () => ends(node.body) || true);
      default:
        return true;
    }
  }

  /** A case may fall into the next one; without a default, possibly no case is executed. */
  function switched({ cases }: NodeOf<"SwitchStatement">): boolean {
    let last = true;
    for (const { consequent } of cases) last = consequent.every((statement) => ends(statement));
    return last || !cases.some(({ test }) => !test);
  }

  return ends(root);
}

/**
 * Whether the statement is what esbuild makes of a block with `using`: it keeps the error in a variable, from which
 * `finally` throws it once more, when what was opened is closed.
 */
function isDisposal({ handler, finalizer }: NodeOf<"TryStatement">): boolean {
  const [kept, ...others] = handler?.body.body ?? [];
  if (!finalizer || kept?.type !== "VariableDeclaration" || others.length > 0) return false;
  const [error, hasError] = kept.declarations;
  return (
    hasError !== undefined &&
    handler?.param?.type === "Identifier" &&
    error?.init?.type === "Identifier" &&
    error.init.name === handler.param.name
  );
}

function isTrue(node: AnyNode): boolean {
  return node.type === "Literal" && (node.regex !== undefined || Boolean(node.value));
}
