import { readdirSync, readFileSync } from "node:fs";
import type { MessageSink, PlatformAdapter } from "@botwright/core";
import type { Simulator } from "@botwright/simulators";
import { vi } from "vitest";

export type Fields = Record<string, unknown>;

/** An adapter on its simulator that can be fed in the place of the platform. */
export interface Target extends AsyncDisposable {
  /** Inputs as the platform writes them. */
  readonly samples: readonly Fields[];
  /** The same as a message that has not come yet. */
  readonly renew: (sample: Fields, id: number) => Fields;
  /** A text from a person whom the bot can answer. */
  readonly good: (words: string, id: number) => Fields;
  /** The input as text on the wire. */
  readonly write: (input: unknown) => string;
  /** Resolves when the adapter is done with it. @throws when the adapter fails */
  readonly feed: (text: string) => Promise<void>;
  /** The simulator is fed too and keeps each message, so the process grows by that. @default false */
  readonly keepsInputs?: boolean;
  /** Sends an answer to that person. */
  readonly answer: (words: string) => Promise<unknown>;
  /** Whether that person has got the answer. */
  readonly answered: (words: string) => Promise<boolean>;
}

export type OpenTarget = (sink: MessageSink) => Promise<Target>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an adapter's fixtures have under this name. */
export function samplesOf(platform: string, name: string): Fields[] {
  const folder = new URL(`../../packages/adapter-${platform}/fixtures/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const fixture: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    const sample = isFields(fixture) ? fixture[name] : undefined;
    return isFields(sample) ? [sample] : [];
  });
}

/** A copy in which the fields of the object at this path are replaced. */
export function change(value: Fields, path: readonly string[], fields: Fields): Fields {
  const [key, ...rest] = path;
  if (key === undefined) return { ...value, ...fields };
  const inner = value[key];
  return { ...value, [key]: change(isFields(inner) ? inner : {}, rest, fields) };
}

/** An id of 19 digits, which no number holds. */
export function longId(id: number): string {
  return `7${String(id).padStart(18, "0")}`;
}

/** How a person is answered and what they see. */
export function answers(
  adapter: PlatformAdapter,
  simulator: Pick<Simulator, "sent">,
  userOf: (words: string) => string,
): Pick<Target, "answer" | "answered"> {
  return {
    answer: (words) => adapter.sendText(userOf(words), words),
    async answered(words) {
      const isThere = (): boolean => simulator.sent().some(({ text }) => text === words);
      await vi.waitUntil(isThere, { timeout: 100_000, interval: 2 }).catch(() => {});
      return isThere();
    },
  };
}

/** Posts to an adapter. Whatever comes, it answers, and never that it has failed. */
export async function postTo(adapter: PlatformAdapter, request: Request): Promise<void> {
  const response = await adapter.handleRequest?.(request);
  if (response === undefined || response.status >= 500) {
    throw new Error(`the adapter answered ${response?.status}`);
  }
}

/** Fields of JSON text; not all inputs are JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
