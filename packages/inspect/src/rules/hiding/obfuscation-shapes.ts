import type { AnyNode } from "acorn";
import type { Script } from "../../syntax/read.ts";
import { unchained } from "../../syntax/walk.ts";
import type { NodeOf, RuleContext } from "../context.ts";
import { functionAround } from "../plugin/handler.ts";
import type { Sign } from "./sign.ts";
import { sentence } from "../../words/sentence.ts";

/** The least numbers in a checksum; obfuscators use more than five. */
const MANY_NUMBERS = 3;

/** Finds `list.push(list.shift())` in a loop with a sum: it rotates a list of texts until the sum is right. */
export function findStringRotation({ script, evaluator }: RuleContext): Sign | undefined {
  const loops = nodesInLoops(script);
  // Rotating an array until a number fits is common, but a sum of many numbers is not.
  const numbers = new Map<AnyNode, number>();
  for (const node of script.nodes) {
    if (node.type !== "CallExpression" || node.callee.type !== "Identifier") continue;
    const loop = loops.get(node);
    if (node.callee.name !== "parseInt" || loop === undefined) continue;
    numbers.set(loop, (numbers.get(loop) ?? 0) + 1);
  }
  const turns = script.nodes.filter((node) => {
    if (!loops.has(node) || !isCallOf(node, "push")) return false;
    const [first, second] = node.arguments;
    return first !== undefined && second === undefined && isCallOf(first, "shift");
  });
  const countOf = (node: AnyNode): number => numbers.get(loops.get(node) ?? node) ?? 0;
  const checked = turns.filter((node) => countOf(node) > 0);
  const place = checked.find((node) => countOf(node) >= MANY_NUMBERS);
  const [weak] = checked;
  const found = place ?? weak;
  return (
    found && { place: found, what: sentence("obfuscated/rotation"), isProof: place !== undefined }
  );

  function isCallOf(node: AnyNode, name: string): node is NodeOf<"CallExpression"> {
    if (node.type !== "CallExpression") return false;
    const callee = unchained(node.callee);
    return callee.type === "MemberExpression" && evaluator.keyOf(callee) === name;
  }
}

/** Nodes that a loop repeats, each with the innermost loop; without nodes of functions inside. */
function nodesInLoops({ nodes, parents }: Script): ReadonlyMap<AnyNode, AnyNode> {
  const found = new Map<AnyNode, AnyNode>();
  const first = nodes.findIndex(isLoop);
  for (const node of first < 0 ? [] : nodes.slice(first + 1)) {
    const up = parents.get(node);
    if (up === undefined || up.type.includes("Function")) continue;
    const loop = isLoop(up) ? up : found.get(up);
    if (loop !== undefined) found.set(node, loop);
  }
  return found;
}

const isLoop = ({ type }: AnyNode): boolean => type === "WhileStatement" || type === "ForStatement";

/** Finds a function that replaces itself by one that returns a list of texts or an item of it. */
export function findSelfReplacing(script: Script): Sign | undefined {
  const place = script.nodes.find((node) => {
    if (node.type !== "AssignmentExpression" || node.left.type !== "Identifier") return false;
    if (!node.right.type.includes("Function")) return false;
    const around = functionAround(script, node);
    if (around?.type !== "FunctionDeclaration" || around.id?.name !== node.left.name) return false;
    return script.useOf
      .get(node.left)
      ?.binding?.definitions.some(({ node: own }) => own === around);
  });
  return place && { place, what: sentence("obfuscated/self-replacing"), isProof: holdsTexts() };

  function holdsTexts(): boolean {
    const around = place && functionAround(script, place);
    if (!around) return false;
    return script
      .within(around)
      .some((node) => node.type === "ArrayExpression" && node.elements.length >= 3);
  }
}

/** `for (;;) { switch (order[i++]) … }` over `"3|0|2|1".split("|")`. */
export function findFlattenedFlow({ script, evaluator }: RuleContext): Sign | undefined {
  const loops = nodesInLoops(script);
  const place = script.nodes.find((node) => {
    if (node.type !== "SwitchStatement") return false;
    const { discriminant } = node;
    if (discriminant.type !== "MemberExpression" || !isCounted(discriminant)) return false;
    return loops.has(node);
  });
  if (place?.type !== "SwitchStatement" || place.discriminant.type !== "MemberExpression") {
    return undefined;
  }
  const order = evaluator.evaluate(place.discriminant.object);
  const isProof =
    order?.kind === "list" || place.cases.every(({ test }) => /^\d+$/u.test(textOf(test)));
  return { place, what: sentence("obfuscated/flattened"), isProof };
}

const isCounted = ({ property }: NodeOf<"MemberExpression">): boolean =>
  property.type === "UpdateExpression";

function textOf(node: AnyNode | null | undefined): string {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

/** `(((.+)+)+)+$` in a text: self-defending code that detects formatting. */
export function findRegexTrap({ nodes }: Script): Sign | undefined {
  const place = nodes.find(
    (node) =>
      node.type === "Literal" &&
      typeof node.value === "string" &&
      node.value.replaceAll("\\", "").includes("(((.+)+)+)+"),
  );
  return place && { place, what: sentence("obfuscated/trap"), isProof: true };
}
