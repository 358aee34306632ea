import type { AnyNode } from "acorn";
import { flowFrom } from "../../payload/flow.ts";
import { unchained } from "../../syntax/walk.ts";
import type { TermKey } from "../../words/english.ts";
import { builtinPath, type RuleContext } from "../context.ts";

/** The origin of a host that is not in the file. */
export type Origin = TermKey & `origin/${string}`;

const SERVICES: Readonly<Record<string, Origin>> = {
  aiService: "origin/ai",
  searchService: "origin/search",
  storage: "origin/storage",
};

const DECODERS =
  /^(?:atob|unescape|decodeURI(?:Component)?|String\.from(?:CharCode|CodePoint)(?:\.(?:apply|call))?|Buffer\.from|TextDecoder)$/u;

/** Finds the origins of the parts of an expression; settings and the message are not reported. */
export function createOrigins(context: RuleContext): (node: AnyNode) => Origin[] {
  let flows: [Origin, ReadonlySet<AnyNode>][] | undefined;
  return (node) => {
    flows ??= [...seedsByOrigin(context)].map(([origin, seeds]) => [
      origin,
      flowFrom(context, seeds),
    ]);
    return flows.flatMap(([origin, reached]) => (reached.has(node) ? [origin] : []));
  };
}

function seedsByOrigin(context: RuleContext): Map<Origin, AnyNode[]> {
  const { script, evaluator } = context;
  const seeds = new Map<Origin, AnyNode[]>();
  const add = (origin: Origin, node: AnyNode): void => {
    const known = seeds.get(origin);
    if (known === undefined) seeds.set(origin, [node]);
    else known.push(node);
  };
  for (const node of script.nodes) {
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const path = builtinPath(context, unchained(node.callee));
      if (path === undefined) continue;
      if (path === "fetch") add("origin/fetch", node);
      // An expression with a known value is examined directly.
      else if (DECODERS.test(path) && evaluator.evaluate(node) === undefined) {
        add("origin/decoded", node);
      }
    } else if (node.type === "MemberExpression") {
      const name = evaluator.keyOf(node) ?? "";
      if (Object.hasOwn(SERVICES, name)) add(SERVICES[name] ?? "origin/storage", node);
    }
  }
  for (const { definitions, uses } of script.bindings) {
    for (const { identifier } of definitions) {
      const origin = SERVICES[patternKey(context, identifier) ?? ""];
      if (origin) for (const { node } of uses) add(origin, node);
    }
  }
  return seeds;
}

/** `storage` for `{ storage }` and `{ storage: s }` in a pattern. */
function patternKey({ script, evaluator }: RuleContext, identifier: AnyNode): string | undefined {
  const property = script.parents.get(identifier);
  if (property?.type !== "Property") return undefined;
  if (script.parents.get(property)?.type !== "ObjectPattern") return undefined;
  const name = evaluator.propertyName(property);
  return name !== undefined && Object.hasOwn(SERVICES, name) ? name : undefined;
}
