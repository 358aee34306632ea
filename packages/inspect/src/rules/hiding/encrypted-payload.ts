import type { AnyNode } from "acorn";
import { type DataRegion, findData } from "../../payload/data.ts";
import { decodes, repetitions } from "../../payload/decoding.ts";
import { findDataDrivenCalls } from "../../payload/dynamic.ts";
import { flowFrom } from "../../payload/flow.ts";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** The number of bytes from which encoded data is reported; an icon or a key has fewer. */
const MANY_BYTES = 4096;
/** The number of bytes from which data is a payload if it is decoded and decides what is called. */
const MIN_PAYLOAD = 1024;
/** The number of bytes from which data is a payload if a loop of the file decodes it; pictures are exempt. */
const LARGE_PAYLOAD = 16 * 1024;

/** Reports encoded data to the reviewer, and refuses it when it certainly decides what code runs. */
export function checkEncryptedPayload(context: RuleContext): void {
  const regions = findData(context.script);
  const bytes = sum(regions);
  if (bytes < MIN_PAYLOAD) return;
  const seeds = regions.flatMap((region) => seedsOf(context, region));
  const data = flowFrom(context, seeds);
  const decoders = [...data].filter((node) => decodes(context, node));
  if (bytes >= MANY_BYTES) for (const region of regions) tell(context, region, decoders.length > 0);
  if (decoders.length === 0) return;
  const kB = sizeOf(bytes);
  for (const { place, kind } of findDataDrivenCalls(context, data)) {
    context.report("encrypted-payload", place, sentence(`encrypted-payload/${kind}`, { kB }));
  }
  const own = regions.filter(({ isMedia }) => !isMedia);
  if (sum(own) < LARGE_PAYLOAD) return;
  const loops = repetitions(context);
  // A loop over the bytes of a buffer only copies them; a loop that computes with them deciphers.
  const place = decoders.find((node) => loops.has(node) && isComputing(node));
  if (place === undefined) return;
  const said = sentence("encrypted-payload/loop", { kB: sizeOf(sum(own)) });
  context.report("encrypted-payload", place, said);
}

const sum = (regions: readonly DataRegion[]): number =>
  regions.reduce((total, { bytes }) => total + bytes, 0);

/** In kB. */
const sizeOf = (bytes: number): number => Math.max(1, Math.round(bytes / 1024));

function isComputing({ type }: AnyNode): boolean {
  return type !== "NewExpression";
}

/** Smaller regions are not reported individually. */
const MIN_REGION = 512;

function tell(
  { report }: RuleContext,
  { kind, characters, carrier, bytes, place, pieces, isMedia }: DataRegion,
  isDecoded: boolean,
): void {
  if (bytes < MIN_REGION) return;
  // No code can read a comment outside of every function.
  const severity = carrier === "dead comments" ? "info" : undefined;
  const said = sentence("encoded-data", {
    kB: sizeOf(bytes),
    kind: `data/${kind}`,
    characters,
    where: pieces > 1 ? "where/pieces" : "where/one",
    pieces,
    carrier: `carrier/${carrier}`,
    as: isMedia ? "as/media" : "as/data",
    use: isDecoded ? "use/decoded" : "use/unknown",
  });
  report("encoded-data", place, said, severity);
}

/** The expressions through which a region's data enters the program. */
function seedsOf(context: RuleContext, { carrier, nodes }: DataRegion): readonly AnyNode[] {
  if (carrier === "dead comments") return [];
  return carrier === "comments" ? functionTexts(context) : nodes;
}

/** `handler.toString()`, `String(handler)`, `Function.prototype.toString.call(handler)`, `handler + ""`. */
function functionTexts(context: RuleContext): AnyNode[] {
  const isFunction = (node: AnyNode | undefined): boolean =>
    node !== undefined && context.evaluator.evaluate(unchained(node))?.kind === "function";
  return context.script.nodes.filter((node) => {
    if (node.type === "TemplateLiteral") return node.expressions.some((part) => isFunction(part));
    if (node.type === "BinaryExpression") {
      return node.operator === "+" && (isFunction(node.left) || isFunction(node.right));
    }
    if (node.type !== "CallExpression") return false;
    const callee = unchained(node.callee);
    const path = builtinPath(context, callee);
    if (path?.startsWith("Function.prototype.toString")) return true;
    if (path === "String") return isFunction(node.arguments[0]);
    return callee.type === "MemberExpression" && context.evaluator.keyOf(callee) === "toString"
      ? isFunction(callee.object)
      : false;
  });
}
