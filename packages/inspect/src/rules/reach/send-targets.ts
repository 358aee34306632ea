import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import type { RuleContext } from "../context.ts";
import { createRecipients, type Recipient } from "./recipients.ts";

/** A call that sends a message. */
export interface SendCall {
  readonly node: AnyNode;
  readonly method: string;
  readonly to: Recipient;
}

const SENDS = /^(?:send(?:File|Image|Text|Typing|Video|Voice)|cancelTyping|reply)$/u;

/** Finds the calls of `bot` that send, and whether they address the answered person. */
export function findSends(context: RuleContext): SendCall[] {
  const { script, evaluator } = context;
  const recipients = createRecipients(context);
  return script.nodes.flatMap((node): SendCall[] => {
    if (node.type !== "CallExpression") return [];
    const callee = unchained(node.callee);
    const isMember = callee.type === "MemberExpression";
    const method = isMember ? evaluator.keyOf(callee) : nameOf(callee);
    const [first] = node.arguments;
    if (method === undefined || first === undefined || !SENDS.test(method)) return [];
    // Skips a method of the plugin's own object, or a function of its own.
    const owner = isMember ? callee.object : callee;
    if (evaluator.isOwn(owner, method)) return [];
    const to = method === "reply" ? recipients.ofMessage(first) : recipients.ofPerson(first);
    return [{ node, method, to }];
  });
}

function nameOf(node: AnyNode): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}
