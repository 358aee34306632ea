import { isRecord } from "@botwright/core";
import type { SettledCall } from "../runs/storage-trace.ts";
import { type Code, code, codeList, literal } from "./write-literal.ts";

/** Options of a harness, as source code, that repeat the answers of a conversation. */
export interface ObservedAnswers {
  readonly models?: Record<string, Code>;
  readonly search?: Record<string, Code>;
  readonly fetch?: Record<string, Code>;
  readonly credentials?: Record<string, unknown>;
}

/** Makes the answers of a test from those that the plugins got. */
export function collectAnswers(calls: readonly SettledCall[]): ObservedAnswers {
  const models = new Map<string, Code[]>();
  const search = new Map<string, Code>();
  const fetches = new Map<string, Code[]>();
  const credentials: Record<string, unknown> = {};
  for (const { operation, args, outcome } of calls) {
    const [first, second] = args;
    if (operation === "aiService.callModel" && isRecord(first)) {
      const answer = outcome.ok ? modelAnswer(outcome.value) : undefined;
      if (answer !== undefined) push(models, String(first["model"]), answer);
    }
    if (operation === "searchService.search" && typeof first === "string") {
      search.set(first, searchAnswer(outcome));
    }
    if (operation === "fetch" && typeof first === "string" && isRecord(second)) {
      push(fetches, `${String(second["method"])} ${first}`, fetchAnswer(outcome));
    }
    if (operation === "getPlatformCreds" && outcome.ok && isRecord(outcome.value)) {
      credentials[String(first)] = outcome.value;
    }
  }
  return {
    ...(models.size > 0 && {
      models: record(models, (all) => code`{ answers: ${codeList(all)} }`),
    }),
    ...(search.size > 0 && { search: Object.fromEntries(search) }),
    ...(fetches.size > 0 && { fetch: record(fetches, inTurn) }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  };
}

function push(into: Map<string, Code[]>, key: string, answer: Code): void {
  into.set(key, [...(into.get(key) ?? []), answer]);
}

function record(
  from: ReadonlyMap<string, readonly Code[]>,
  write: (answers: readonly Code[]) => Code,
): Record<string, Code> {
  return Object.fromEntries([...from].map(([key, answers]) => [key, write(answers)]));
}

/** The answer of a route: a constant, or a function that returns the answers in sequence. */
function inTurn(answers: readonly Code[]): Code {
  const [first = literal(""), ...others] = answers;
  if (others.every((one) => one.code === first.code)) return first;
  return code`((answers) => () => answers.shift())(${codeList(answers)})`;
}

function modelAnswer(value: unknown): Code | undefined {
  if (!isRecord(value)) return undefined;
  const { text, imageUrl, error } = value;
  if (typeof error === "string") return literal({ error });
  return literal(typeof imageUrl === "string" ? { text, imageUrl } : text);
}

function searchAnswer(outcome: SettledCall["outcome"]): Code {
  if (!outcome.ok) return literal(outcome.error.code);
  return literal(isRecord(outcome.value) ? outcome.value["results"] : []);
}

function fetchAnswer(outcome: SettledCall["outcome"]): Code {
  if (!outcome.ok) return code`new Error(${literal(outcome.error.message)})`;
  if (!isRecord(outcome.value)) return literal("");
  const { status, headers, body } = outcome.value;
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const type = Array.isArray(headers) ? typeIn(headers) : "";
  const json = status === 200 && type.startsWith("application/json") ? jsonIn(bytes) : undefined;
  if (json !== undefined) return literal(json, "    ");
  const content = bytes.length === 0 ? literal(null) : contentOf(bytes);
  const init = literal({ status, headers: { "content-type": type } }, "    ");
  return code`new Response(${content}, ${init})`;
}

/** The list or object in the bytes, if they are JSON. */
function jsonIn(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function typeIn(headers: readonly unknown[]): string {
  for (const header of headers) {
    if (Array.isArray(header) && header[0] === "content-type") return String(header[1]);
  }
  return "application/octet-stream";
}

function contentOf(bytes: Uint8Array): Code {
  try {
    return literal(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return literal(bytes);
  }
}
