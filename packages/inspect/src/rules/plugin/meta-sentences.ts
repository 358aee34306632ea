import {
  type AssertionIssue,
  type MetaWarning,
  parseMetaIssue,
  type UnusableSettingWarning,
} from "@botwright/core";
import type { TermKey } from "../../words/english.ts";
import { type Sentence, sentence } from "../../words/sentence.ts";

/** The kinds of values that have a term; any other value is shown as it is. */
const KINDS: ReadonlyMap<string, TermKey> = new Map([
  ["missing", "kind/missing"],
  ["a list", "kind/list"],
  ["an object", "kind/object"],
]);

/** The sentence of core's `describeMetaIssue`. */
export function metaIssue(issue: AssertionIssue): Sentence {
  const { field: path, value, takes: advice } = parseMetaIssue(issue);
  const kind = KINDS.get(value);
  return kind === undefined
    ? sentence("invalid-meta", { path, value, advice })
    : sentence("invalid-meta/kind", { path, kind, advice });
}

/** The sentence of core's `findMetaWarnings`. */
export function metaWarning(warning: MetaWarning): Sentence {
  const { field } = warning;
  if (warning.kind === "invalid-host") {
    const { host, meant } = warning;
    return meant === undefined
      ? sentence("invalid-host", { field, host })
      : sentence("invalid-host/meant", { field, host, meant });
  }
  if (warning.kind === "unusable-setting") return unusableSetting(warning);
  const owner = `owner/${warning.owner}` as const;
  const { known, meant } = warning;
  return meant === undefined
    ? sentence("unknown-meta-field", { field, owner, known })
    : sentence("unknown-meta-field/meant", { field, owner, meant });
}

function unusableSetting(warning: UnusableSettingWarning): Sentence {
  const { field } = warning;
  switch (warning.problem) {
    case "repeated-key":
      return sentence("unusable-setting/repeated-key", { field, key: warning.key });
    case "no-options":
      return sentence("unusable-setting/no-options", { field });
    default: {
      const { type, takes } = warning;
      return sentence("unusable-setting/default", { field, type, takes: `takes/${takes}` });
    }
  }
}
