import { createHash } from "node:crypto";
import {
  assertMeta,
  BotwrightError,
  defaultPriority,
  describeError,
  InvalidInputError,
  type Plugin,
  type PluginMeta,
  LIMITS,
} from "@botwright/core";
import {
  approvalOf,
  type Finding,
  inspectPlugin,
  inspectPriority,
  type Inspection,
} from "@botwright/inspect";
import type { PluginInfo, Sandbox } from "@botwright/sandbox";
import { isHostsFault } from "./load-version.ts";

/** A plugin as its developer submits it: the specification's submission record. */
export interface Submission {
  readonly slug: string;
  readonly name: string;
  readonly code: string;
  readonly description?: string;
  readonly icon?: string;
  /** `""`: the category that the file declares. */
  readonly category?: PluginMeta["category"] | "";
  readonly version?: string;
  readonly config_schema?: PluginMeta["config_schema"];
  readonly triggers?: string[];
  readonly readme?: string;
  readonly repository_url?: string;
}

/** The fields of a submission that are stored with its version. */
export type SubmittedFields = Omit<Submission, "code" | "readme" | "repository_url">;

/** A submission that has passed the checks and may be reviewed. */
export interface CheckedSubmission {
  readonly record: SubmittedFields;
  readonly sha256: string;
  readonly code: string;
  readonly version: string;
  /** The fields of the record; where the record has no value, those of the file. */
  readonly meta: PluginMeta & { readonly slug: string };
  /** What the file declares. */
  readonly declared: PluginMeta | null;
  readonly findings: readonly Finding[];
}

/** The file cannot be a plugin; `findings` says why. */
export class PluginRefusedError extends BotwrightError {
  override readonly name = "PluginRefusedError";
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[], cause?: unknown) {
    super(message, { code: "PLUGIN_REFUSED", cause });
    this.findings = findings;
  }
}

/** Inspects a file by the static rules, for an account. */
export type Inspect = (code: string, accountId: number) => Inspection | Promise<Inspection>;

/** What `checkSubmission` checks with. */
export interface CheckOptions {
  /** Loads the file once, as a trial. */
  readonly sandbox: Pick<Sandbox, "load">;
  /** @default `inspectPlugin`, which blocks this thread for seconds in the worst case */
  readonly inspect?: Inspect;
}

/**
 * Checks a submission by the static rules, then by a trial load. A file that is certain to fail is refused with its
 * findings; doubtful findings are stored for the reviewer.
 *
 * @throws {PluginRefusedError} `PLUGIN_REFUSED`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field of the record
 */
export async function checkSubmission(
  submission: Submission,
  developerId: number,
  { sandbox, inspect }: CheckOptions,
): Promise<CheckedSubmission> {
  const read = await readSubmission(submission, developerId, inspect);
  await loadFile(read.code, { ...read, slug: read.meta.slug, sandbox });
  return read;
}

/**
 * Reads a submission by the static rules, without running the file.
 *
 * @throws {PluginRefusedError} `PLUGIN_REFUSED`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field of the record
 */
export async function readSubmission(
  { code, readme: _readme, repository_url: _url, ...record }: Submission,
  developerId: number,
  inspect?: Inspect,
): Promise<CheckedSubmission> {
  const { declared, findings } = await inspectFile(code, developerId, inspect);
  const { slug } = record;
  const given = Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== ""),
  );
  const defaults = { icon: LIMITS.plugin.defaultIcon, version: LIMITS.plugin.defaultVersion };
  const meta = { ...assertMeta({ ...defaults, ...declared, ...given }, "the submission"), slug };
  assertText(meta);
  const sha256 = createHash("sha256").update(code).digest("hex");
  const { version = defaults.version } = meta;
  const granted = withGrantedPriority(findings, declared, meta);
  return { record, sha256, code, version, meta, declared, findings: granted };
}

/** The findings of a file, with those about its priority made anew if the submission sets another priority. */
function withGrantedPriority(
  findings: readonly Finding[],
  declared: PluginMeta | null,
  meta: PluginMeta,
): readonly Finding[] {
  if (defaultPriority(declared ?? {}) === defaultPriority(meta)) return findings;
  const others = findings.filter(({ rule }) => rule !== "priority-out-of-range");
  return [...inspectPriority(meta), ...others];
}

/**
 * Inspects a file by the static rules.
 *
 * @throws {PluginRefusedError} `PLUGIN_REFUSED`
 */
export async function inspectFile(
  code: string,
  accountId: number,
  inspect: Inspect = (source) => inspectPlugin(source),
): Promise<{ readonly declared: PluginMeta | null; readonly findings: readonly Finding[] }> {
  const { ok, meta, findings } = await inspect(code, accountId);
  if (ok) return { declared: meta, findings };
  const first = findings.find(({ severity }) => severity === "error");
  const where = first === undefined ? "" : `: line ${first.line}: ${first.message}`;
  throw new PluginRefusedError(`the file cannot be published${where}`, findings);
}

/** What {@link loadFile} knows of a file. */
interface InspectedFile extends Awaited<ReturnType<typeof inspectFile>> {
  readonly slug: string;
  readonly sandbox: Pick<Sandbox, "load">;
  /** Further options for the sandbox. */
  readonly info?: Pick<PluginInfo, "fetch" | "limits">;
}

/**
 * Loads a file as it would run if its declaration were approved, but with the slug of the record.
 *
 * @throws {PluginRefusedError} `PLUGIN_REFUSED`
 */
export async function loadFile(
  code: string,
  { slug, declared, findings, sandbox, info }: InspectedFile,
): Promise<Plugin> {
  try {
    const { approved } = approvalOf({ ...declared, slug });
    return await sandbox.load(code, { ...info, approved: { ...approved, slug } });
  } catch (error) {
    if (isHostsFault(error)) throw error;
    const message = `the file cannot be loaded: ${describeError(error).message}`;
    throw new PluginRefusedError(message, findings, error);
  }
}

/** Fields that are stored in columns. PostgreSQL's texts hold neither NUL nor half of a surrogate pair. */
const COLUMNS = ["name", "description", "icon", "version"] as const;

/** Refuses such characters, which a file can write as escapes. */
function assertText(meta: PluginMeta): void {
  for (const field of COLUMNS) {
    const text = meta[field] ?? "";
    if (!text.includes("\0") && text.isWellFormed()) continue;
    throw new InvalidInputError(
      `the submission.${field} has a NUL character or half a surrogate pair`,
      { code: "INVALID_INPUT" },
    );
  }
}
