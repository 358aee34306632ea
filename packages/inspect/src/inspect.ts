import { invalidInput, type PluginMeta } from "@botwright/core";
import { createEvaluator } from "./evaluate/evaluate.ts";
import { createExports } from "./evaluate/exports.ts";
import type { Finding, Place, Report } from "./finding.ts";
import { checkHandlerPaths } from "./notices/handler-paths.ts";
import { findHostCalls } from "./notices/host-calls.ts";
import { checkLateTimers } from "./notices/late-timers.ts";
import { checkMissingAwait } from "./notices/missing-await.ts";
import { checkUnknownMethods } from "./notices/unknown-methods.ts";
import { type Script, readScript } from "./syntax/read.ts";
import { createReport } from "./report.ts";
import { checkCallsAtLoad } from "./rules/changes/calls-at-load.ts";
import { checkCodeFromText } from "./rules/globals/code-from-text.ts";
import type { RuleContext } from "./rules/context.ts";
import { checkDecodingLoops } from "./rules/hiding/decoding-loop.ts";
import { checkDynamicCalls } from "./rules/hiding/dynamic-call.ts";
import { checkEncodedCode } from "./rules/hiding/encoded-code.ts";
import { checkEncryptedPayload } from "./rules/hiding/encrypted-payload.ts";
import { checkGlobalNames } from "./rules/globals/global-names.ts";
import { checkHandler } from "./rules/plugin/handler.ts";
import {
  checkBidi,
  checkFarRight,
  checkHiddenCharacters,
  checkNames,
} from "./rules/hiding/hidden-characters.ts";
import { checkHiddenByEscapes } from "./rules/hiding/hidden-by-escapes.ts";
import { checkImports } from "./rules/globals/imports.ts";
import { readMeta } from "./rules/plugin/meta.ts";
import { checkMinified } from "./rules/hiding/minified.ts";
import { checkModuleState } from "./rules/changes/module-state.ts";
import { checkNetwork } from "./rules/reach/network.ts";
import { checkJsFuck, checkObfuscation } from "./rules/hiding/obfuscation.ts";
import { checkPermissions, checkPool, checkPriority } from "./rules/reach/permissions.ts";
import { checkSecrets } from "./rules/hiding/secrets.ts";
import { checkWrites } from "./rules/changes/writes.ts";

/** Options of an inspection. */
export interface InspectOptions {
  /** Whether the author is someone other than the host's operator. @default true */
  thirdParty?: boolean;
  /**
   * Further scanners; each is called for files that can be parsed.
   * @default none
   */
  scanners?: readonly Scanner[];
}

/** Examines a source; offsets are in UTF-16 units. */
export type Scanner = (source: string, report: Report) => void;

/** The result of inspecting a plugin's file. */
export interface Inspection {
  /** `false` when a finding is an error, so that a submission must be refused. */
  ok: boolean;
  /** The declaration; `null` if there is none, or it cannot be read or is invalid. */
  meta: PluginMeta | null;
  /** In the order of the source. */
  findings: Finding[];
}

/**
 * Inspects a plugin without running any of it. Never throws for a string.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` for a source that is not a string
 * @example
 * const { ok, meta, findings } = inspectPlugin(source);
 * if (!ok) console.log(findings.filter(({ severity }) => severity === "error"));
 */
export function inspectPlugin(source: string, options: InspectOptions = {}): Inspection {
  if (typeof source !== "string") {
    throw invalidInput(
      'source must be the text of a plugin: read the file with readFile(path, "utf8")',
    );
  }
  const { report, findings } = createReport(source);
  const script = readScript(source, report);
  // A file that is too large is not examined further.
  if (script !== undefined || !findings().some(({ rule }) => rule === "too-large")) {
    checkHiddenCharacters(source, report);
    checkBidi(source, script, report);
    checkJsFuck(source, report);
  }
  const meta = script ? inspectScript(script, options, report) : null;
  if (script) for (const scan of options.scanners ?? []) scan(source, report);
  const found = findings();
  return { ok: found.every(({ severity }) => severity !== "error"), meta, findings: found };
}

const START: Place = { start: 0, end: 0 };

function inspectScript(
  script: Script,
  { thirdParty = true }: InspectOptions,
  report: Report,
): PluginMeta | null {
  const evaluator = createEvaluator(script);
  const context: RuleContext = { script, evaluator, report };
  const exports = createExports(script, evaluator);
  const declared = exports.find("meta");
  const meta = readMeta(context, exports);
  const handler = checkHandler(context, exports.find("handler"), exports.wholes);
  if (handler) checkModuleState(context, handler);
  const hostCalls = findHostCalls(context, handler);
  if (handler) checkHandlerPaths(context, handler, hostCalls);
  checkMissingAwait(context, hostCalls);
  checkLateTimers(context, hostCalls);
  checkUnknownMethods(context, hostCalls);
  checkImports(context);
  checkGlobalNames(context);
  checkCodeFromText(context);
  checkWrites(context);
  checkCallsAtLoad(context);
  checkNetwork(context, meta, hostCalls);
  if (thirdParty) {
    checkPriority(context, meta ?? {}, declared?.node ?? START);
    checkPool(context, handler);
  }
  checkPermissions(context, meta);
  checkSecrets(context);
  checkObfuscation(context);
  checkEncodedCode(context);
  checkEncryptedPayload(context);
  checkDecodingLoops(context);
  checkDynamicCalls(context, handler);
  checkHiddenByEscapes(context);
  checkMinified(script, report);
  checkNames(script, report);
  for (const { place, what } of evaluator.limits) report("evaluation-limit", place, what);
  checkFarRight(script, report);
  return meta;
}
