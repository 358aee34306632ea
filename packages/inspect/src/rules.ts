import type { Severity } from "./severity.ts";

/** The description of a rule. */
export interface Rule {
  readonly severity: Severity;
  /** A short description; `also` names the other severity that the rule may report. */
  readonly about: string;
  readonly also?: string;
}

/**
 * Every rule by its id. Ids are stable: tools may compare them.
 *
 * @example
 * console.log(RULES["code-from-text"].severity); // error
 */
export const RULES = {
  // Can it be read?
  "too-large": { severity: "error", about: "more than 256 KiB of UTF-8" },
  empty: { severity: "error", about: "no code in the file" },
  syntax: { severity: "error", about: "no JavaScript module" },
  "too-deep": { severity: "error", about: "nested too deeply to be read" },
  "too-complex": { severity: "error", about: "too many names or groups to be read" },
  "evaluation-limit": {
    severity: "warning",
    about: "a value that is too large to be computed: the other rules do not see it",
  },
  // Is it a plugin?
  "no-handler": { severity: "error", about: "no `handler` is exported" },
  "handler-not-function": { severity: "error", about: "`handler` can never be called" },
  "handler-result": { severity: "warning", about: "no `return` of the handler has `handled`" },
  "meta-not-literal": {
    severity: "error",
    about: "`meta` cannot be read without running the file",
  },
  "meta-changed": {
    severity: "error",
    about: "`meta` is changed after its declaration, or passed to code that may change it",
    also: "warning: passed on inside of a function",
  },
  "meta-ambiguous": {
    severity: "error",
    about: "more than one `meta`: exported twice, or a variable of that name that is not exported",
    also: "warning: it may be one",
  },
  "invalid-meta": { severity: "error", about: "a field of `meta` has a wrong type" },
  "unknown-meta-field": {
    severity: "warning",
    about: "a field of `meta` or `permissions` that does not exist",
  },
  "invalid-host": { severity: "warning", about: "a host in `permissions` that matches nothing" },
  "unusable-setting": {
    severity: "warning",
    about:
      "a setting with the key of an earlier one, a `select` without options, or a default that does not fit its type",
  },
  "misleading-meta": {
    severity: "warning",
    about: "a text of `meta` with invisible characters or direction controls, or of blanks alone",
  },
  "no-meta": { severity: "info", about: "no `meta`: everything comes from the submission" },
  "priority-out-of-range": {
    severity: "warning",
    about: "a third-party plugin with a priority outside 60–90",
  },
  // Does it do what its author means?
  "missing-await": {
    severity: "warning",
    about: "a host call that nothing waits for, or whose promise is used as its result",
  },
  "late-timer": {
    severity: "warning",
    about: "a timer that never fires, since the handler has ended before",
  },
  "unknown-method": {
    severity: "warning",
    about: "a method that `bot`, `storage` or another service does not have",
  },
  "handler-path": {
    severity: "warning",
    about: "a way through the handler that returns nothing, or no result",
  },
  // What it cannot have
  import: { severity: "error", about: "`import`, `import()`, `export … from`, `require()`" },
  "import-meta": { severity: "warning", about: "`import.meta`" },
  "forbidden-global": {
    severity: "error",
    about: "`process`, `require`, `eval`, `WebAssembly`, …",
    also: "warning: tested by `typeof`, or `Function` as a value",
  },
  "code-from-text": {
    severity: "error",
    about: "`eval`, `Function`, `.constructor(…)`, timers with a text, in all disguises",
    also: "warning: `.constructor(…)` of something unknown",
  },
  "unknown-global": { severity: "warning", about: "a name that is nowhere: `ReferenceError`" },
  "computed-global": {
    severity: "warning",
    about: "`globalThis[…]` by a name known only when running, or `globalThis` passed on",
  },
  "built-in-only": { severity: "warning", about: "`pool`, which third-party plugins do not get" },
  // What it must not change
  "global-write": { severity: "error", about: "a global is made, changed or deleted" },
  "primordial-write": { severity: "error", about: "something built in, or its prototype, changed" },
  "proto-write": { severity: "warning", about: "a write through `__proto__` or `constructor`" },
  "module-state": {
    severity: "warning",
    about: "the handler keeps state in the file, not storage",
  },
  "call-at-load": {
    severity: "warning",
    about: "`fetch` or a timer while the file loads: it throws",
  },
  // What it hides
  obfuscated: { severity: "error", about: "obfuscated beyond doubt" },
  "obfuscation-suspected": { severity: "warning", about: "a sign of obfuscation" },
  "encoded-code": { severity: "warning", about: "code or an address as Base64, hex or codes" },
  "encoded-data": {
    severity: "warning",
    about: "4 kB or more of encoded data, in whatever pieces",
    also: "info: in a comment that no code can read",
  },
  "encrypted-payload": {
    severity: "error",
    about: "encoded data that is decoded and decides what is run, or 16 kB that a loop decodes",
  },
  "decoding-loop": { severity: "warning", about: "a loop that deciphers text" },
  "dynamic-call": {
    severity: "warning",
    about:
      "a method of an object that the file did not create, called or passed on by a computed name",
  },
  "hidden-by-escapes": {
    severity: "error",
    about: "a name, or a word that other rules look for, written with escapes",
  },
  minified: { severity: "warning", about: "minified code" },
  "bidi-control": {
    severity: "error",
    about: "direction controls that make code look other than it is",
    also: "warning: closed within one text or comment",
  },
  "hidden-characters": {
    severity: "warning",
    about: "invisible characters",
    also: "error: eight or more in a row, which hide data",
  },
  "mixed-script-name": { severity: "warning", about: "a name with look-alike letters" },
  "far-right-code": { severity: "warning", about: "code behind a hundred blanks" },
  "secret-in-source": { severity: "warning", about: "a key, token or password in the source" },
  // What it reaches
  "fetch-host": { severity: "info", about: "a host that `fetch` is given" },
  "fetch-address-unknown": {
    severity: "info",
    about: "an address known only when running, or `fetch` passed on",
  },
  "fetch-host-computed": {
    severity: "warning",
    about: "a host out of decoded text",
    also: "info: out of storage, or the answer of an AI, a search or a server",
  },
  "address-changed": {
    severity: "warning",
    about: "the host of a `URL` is changed after it was made",
  },
  "fetch-refused": { severity: "warning", about: "an address that `fetch` refuses" },
  "any-host": { severity: "warning", about: '`"*"` in `permissions.hosts`: any public host' },
  "host-not-declared": { severity: "warning", about: "a host that `permissions.hosts` lacks" },
  "permission-not-declared": { severity: "warning", about: "a use that `permissions` lacks" },
  "permission-unused": { severity: "info", about: "a declared permission without a use" },
  "reads-credentials": { severity: "info", about: "`getPlatformCreds`" },
  "sends-user-data": { severity: "info", about: "`fetch` is given what the user wrote or is" },
  "js-x-ray": {
    severity: "info",
    about: "what the scanner `./js-x-ray` says",
    also: "warning: an obfuscator by its name",
  },
} as const;

/** The id of a rule. */
export type RuleId = keyof typeof RULES;
