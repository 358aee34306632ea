import type { AnyNode } from "acorn";
import type { RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** Patterns of API keys, by issuer. */
const SHAPES: readonly RegExp[] = [
  /\bsk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{20}/u,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/u,
  /\bAIza[\w-]{35}\b/u,
  /\bgh[opsu]_[A-Za-z\d]{30,}\b/u,
  /\bgithub_pat_\w{30,}/u,
  /\bxox[abeoprs]-[\w-]{20,}/u,
  /\b\d{8,10}:[\w-]{35}\b/u,
  /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10}/u,
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/u,
  /\bLTAI[A-Za-z\d]{12,}\b/u,
];

const SECRET_NAME = /(?:api_?key|secret|token|passw(?:or)?d|access_?key|private_?key)$/iu;

/** Reports keys in the source, because every user of the library can read them. */
export function checkSecrets({ script, evaluator, report }: RuleContext): void {
  for (const node of script.nodes) {
    const text = textOf(node);
    if (text !== undefined && text.length < 10_000 && SHAPES.some((shape) => shape.test(text))) {
      report("secret-in-source", node, MESSAGE);
    }
    const [name, value] = assignmentOf(node);
    if (name === undefined || value === undefined || !SECRET_NAME.test(name)) continue;
    const known = evaluator.evaluate(value);
    if (known?.kind === "constant" && looksRandom(known.value)) {
      report("secret-in-source", value, MESSAGE);
    }
  }
}

const MESSAGE = sentence("secret-in-source");

function textOf(node: AnyNode): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateElement" ? node.value.raw : undefined;
}

/** `name = value`, `name: value`. */
function assignmentOf(node: AnyNode): [name: string | undefined, value: AnyNode | undefined] {
  switch (node.type) {
    case "VariableDeclarator":
      return [nameOf(node.id), node.init ?? undefined];
    case "Property":
      return [nameOf(node.key), node.value];
    case "AssignmentExpression":
      return [nameOf(node.left), node.right];
    default:
      return [undefined, undefined];
  }
}

function nameOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "Literal") return String(node.value);
  return node.type === "MemberExpression" ? nameOf(node.property) : undefined;
}

/** Whether a value mixes letters and digits, unlike words. */
function looksRandom(value: unknown): boolean {
  if (typeof value !== "string" || !/^[\w+/=.-]{16,200}$/u.test(value)) return false;
  const changes = value.match(/\d[A-Za-z]|[A-Za-z]\d/gu)?.length ?? 0;
  return changes >= 3 && new Set(value).size >= 10;
}
