import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type {
  AILogEntry,
  CredentialsLogEntry,
  SearchLogEntry,
  ServiceLog,
  ServiceLogEntry,
} from "../ports/service-log.ts";

/** An empty log, and what it has recorded. */
export interface ServiceLogContractContext {
  readonly log: ServiceLog;
  /** The entries, newest last. */
  readonly entries: () => readonly ServiceLogEntry[] | Promise<readonly ServiceLogEntry[]>;
}

const USE = { createdAt: Date.UTC(2026, 0, 5), userId: 7, pluginSlug: "notes" };
const CHAT: AILogEntry = {
  ...USE,
  type: "ai",
  model: "small",
  category: "chat",
  usage: { prompt_tokens: 11, completion_tokens: 5 },
  credits: 3,
  freeUse: false,
  durationMs: 120,
  error: null,
  errorCode: null,
};
const SEARCH: SearchLogEntry = {
  ...USE,
  type: "search",
  query: "cats & dogs",
  region: "wt-wt",
  maxResults: 5,
  provider: "ours",
  cached: false,
  count: 2,
  durationMs: 80,
  errorCode: null,
};
const CREDENTIALS: CredentialsLogEntry = {
  ...USE,
  type: "credentials",
  platform: "feishu",
  found: false,
  credentialsId: null,
};
/** What a platform or a plugin may choose: NUL, a lone surrogate, and the text that escapes NUL. */
const ODD = ["a\0b", "a\ud800b", "a\\u0000b", "__proto__"];

/** The rules of a {@link ServiceLog}; each case creates an empty one. */
export function serviceLogContract(
  create: () => ServiceLogContractContext | Promise<ServiceLogContractContext>,
): ContractCase[] {
  return casesWith(create, {
    "records each use as it is, newest last": async ({ log, entries }) => {
      const run = { botDbId: 3, messageId: "m1" };
      const uses = [CHAT, { ...CHAT, ...run, chargeKey: "c1" }, SEARCH, CREDENTIALS, SEARCH];
      for (const use of uses) await log.record(use);
      assert.deepEqual(await entries(), uses);
    },
    "lets a repeated model call take the place of its earlier entry": async ({ log, entries }) => {
      const failed = { error: "it failed", errorCode: "PROVIDER_FAILED" };
      const [first, other] = [
        { ...CHAT, ...failed, credits: 0, effectKey: "e1", chargeKey: "c1" },
        { ...CHAT, effectKey: "e2" },
      ];
      const repeated = { ...CHAT, createdAt: USE.createdAt + 1000, effectKey: "e1" };
      for (const use of [first, CHAT, other, CHAT, repeated]) await log.record(use);
      assert.deepEqual(await entries(), [repeated, CHAT, other, CHAT]);
    },
    "keeps what a call was charged when an attempt that was paused fails later": async (
      context,
    ) => {
      const { log, entries } = context;
      const charged = { ...CHAT, credits: 7, effectKey: "e1", chargeKey: "c1" };
      const { chargeKey: _none, ...paused } = {
        ...charged,
        credits: 0,
        errorCode: "PROVIDER_FAILED",
      };
      for (const use of [charged, paused]) await log.record(use);
      assert.deepEqual(await entries(), [charged]);
    },
    "keeps apart what has different keys and ids, however odd": async ({ log, entries }) => {
      const uses = ODD.flatMap((odd): ServiceLogEntry[] => [
        { ...CHAT, effectKey: odd, chargeKey: odd, messageId: odd, model: odd },
        { ...SEARCH, messageId: odd, query: odd },
      ]);
      for (const use of uses) await log.record(use);
      for (const use of uses.filter(({ type }) => type === "ai")) await log.record(use);
      assert.deepEqual(await entries(), uses);
    },
  });
}
