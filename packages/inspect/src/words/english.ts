import { META_WORDS, type MetaPath } from "@botwright/core";

/**
 * The sentences of findings. `{name}` is a value, `{#name}` is one of {@link TERMS} or a list of them, and
 * `{@name}` is the text for a path of `meta`. The key of a sentence that only one rule uses begins with the rule. Keys
 * must not change, because hosts store them.
 */
const MESSAGES = {
  // Can it be read?
  "too-large": "the file has {bytes} bytes; {most} are allowed",
  empty: "there is no code: export async function handler(ctx)",
  "too-deep": "nested too deeply to be read: build it from smaller parts",
  "too-deep/levels": "nested {depth} deep; {most} can be read",
  "too-complex/names": "more than {most} different names: split the plugin, or shorten its data",
  "too-complex/groups": "more than {most} named groups: split the plugin, or shorten its data",
  "too-complex/branches":
    "too many groups of one name within other groups: use different names, or fewer brackets",
  "too-complex/patterns":
    "too many names in patterns within patterns: split the plugin, or assign in several statements",
  "too-complex/unfinished":
    "too much time or memory to be read: split the plugin, or shorten its data",
  "too-complex/scopes": "too many names in too many scopes: split the plugin, or shorten its data",
  "evaluation-limit/list":
    "a list of {items} items is too large to be computed: look at it yourself",
  "evaluation-limit/text":
    "a text of {length} characters is too large to be computed: look at it yourself",
  "evaluation-limit/file":
    "more than {most} characters of values in one file is too large to be computed: look at it yourself",
  "syntax/dialect":
    "this looks like {language}: hosts run plain JavaScript. botwright build makes it of this file",
  "syntax/await":
    "await works only in an async function: write async in front of the function around it",
  "syntax/full-width":
    "the character {character} belongs to text, not code: write its ASCII form (\" ' , ; : ( ) ! ?)",
  "syntax/end": "the file ends too early: a bracket, brace or quote that was opened is not closed",
  "syntax/token": "Unexpected token {word}: something is missing or too much just before it",
  "syntax/character": "Unexpected character '{character}'",
  "syntax/declared": "Identifier '{name}' has already been declared",
  "syntax/reserved": "The keyword '{name}' is reserved",
  "syntax/text": "Unterminated string constant",
  "syntax/template": "Unterminated template",
  "syntax/comment": "Unterminated comment",
  "syntax/regex": "Unterminated regular expression",
  "syntax/return": "'return' outside of function",
  "syntax/target": "Assigning to rvalue",
  "syntax/number": "Invalid number",
  "syntax/export": "Duplicate export '{name}'",
  "syntax/export-of-nothing": "Export '{name}' is not defined",
  "syntax/other": "{message}",
  // Is it a plugin?
  "no-handler": "no handler is exported: export async function handler(ctx)",
  "no-handler/nameless": "the exported function has no name: export async function handler(ctx)",
  "handler-not-function": "the exported handler is no function",
  "handler-result": "the handler never returns { handled: true } or false",
  "no-meta": "there is no meta: the submission must say everything",
  "meta-not-literal/export":
    "what is exported shows only when the file runs: write export const meta = { … } of plain values",
  "meta-not-literal/part":
    "this part of meta shows only when the file runs: write export const meta = { … } of plain values",
  "meta-not-literal/undefined": "undefined is a variable here: leave the field out",
  "meta-not-literal/condition":
    "whether there is a meta shows only when the file runs: declare it at the top level of the file",
  "meta-changed": "meta is read from the file and cannot be changed when it runs",
  "meta-changed/handed-on": "meta is handed on to what may change it",
  "meta-changed/export": "what is exported as meta is set when the file runs",
  "meta-ambiguous/twice": "meta is exported more than once: only the first one counts",
  "meta-ambiguous/other": "this meta is not the exported one: give it another name",
  "invalid-meta": "{path} is {value}: {@advice}",
  "invalid-meta/kind": "{path} is {#kind}: {@advice}",
  "unknown-meta-field": "{field} is no field of {#owner} and is ignored: it has {known}",
  "unknown-meta-field/meant":
    "{field} is no field of {#owner} and is ignored: did you mean {meant}?",
  "invalid-host":
    '{field} is {host}, which matches nothing: a host is a name without scheme, port and path, such as "api.example.com"',
  "invalid-host/meant":
    "{field} is {host}, which matches nothing: a host is a name without scheme, port and path, write {meant}",
  "unusable-setting/repeated-key":
    "{field} is {key}, as that of an earlier setting: only the first one is set",
  "unusable-setting/no-options":
    '{field} is a select without options: add options: [{ value: "de", label: "German" }] or the like',
  "unusable-setting/default": "{field} does not fit the type of its setting, {type}: use {#takes}",
  "misleading-meta":
    "{field} has the character U+{code}, which is invisible or changes how the text around it is shown",
  "misleading-meta/blank": "{field} is nothing but blanks",
  "priority-out-of-range": "priority {priority}: third-party plugins run between {min} and {max}",
  // Does it do what its author means?
  "missing-await":
    "nothing waits for {name}: write await {name}(…), or its failure is lost, and the handler may end before it is done",
  "missing-await/value":
    "{name} gives a promise, not yet its result: write await {name}(…), in brackets before a dot: (await {name}(…)).x",
  "missing-await/list":
    "{method} does not wait for what its function awaits: write for (const item of list) { await … }",
  "late-timer":
    "nothing waits for this {timer}, and it is dead once the handler has ended: write await new Promise((resolve) => setTimeout(resolve, ms)) and then the call",
  "late-timer/long":
    "{timer} of {ms} ms never fires: a handler ends after {most} ms at the latest. Keep the time in storage, and look at it when the next message comes",
  "unknown-method": "there is no {service}.{name}: {service} has {methods}",
  "handler-path":
    "nothing is returned here, so the message counts as not handled: return { handled: true } after an answer, else { handled: false }",
  "handler-path/no-result":
    "this is no result, so the message counts as not handled: return { handled: true } after an answer, else { handled: false }",
  "handler-path/end":
    "the handler may end here without a return, and the message counts as not handled: return { handled: true } after an answer, else { handled: false }",
  // What it cannot have
  import:
    "nothing can be imported: a plugin is one file. botwright build makes one of a plugin and its packages",
  "import/require":
    "require() does not exist: a plugin is one file. botwright build makes one of a plugin and its packages",
  "import-meta": "import.meta tells nothing: a plugin has no address",
  "absent-global": "{name} does not exist in the sandbox",
  "absent-global/instead": "{name} does not exist in the sandbox: {#instead}",
  "forbidden-global/function": "Function makes no code in the sandbox",
  "code-from-text": "code cannot be made from text",
  "code-from-text/constructor": "a constructor that may make code from text",
  "code-from-text/properties": "the properties of functions, one of which may make code from text",
  "computed-global": "which global this is shows only when running",
  "computed-global/handed-on": "globalThis is handed on: who uses what of it?",
  "built-in-only": "pool is for built-in plugins: it is undefined here",
  // What it must not change
  "global-write": "globals cannot be changed or made",
  "global-write/built-in": "{name} is built in: globals cannot be changed or made",
  "global-write/undeclared": "{name} is declared nowhere: globals cannot be changed or made",
  "primordial-write": "{path} is built in and cannot be changed",
  "proto-write": "a write through a prototype may change what is built in",
  "module-state":
    "what is written to {name} is gone at the next message: keep what must last in storage",
  "call-at-load": "{name} works only inside of the handler, not at the top level",
  // What it hides
  "obfuscated/six-characters": "code of []()!+ alone",
  "obfuscated/rotation": "a list of texts is turned in a loop",
  "obfuscated/self-replacing": "a function that replaces itself",
  "obfuscated/flattened": "the order of statements is in a list",
  "obfuscated/trap": "code that looks whether it was changed",
  "obfuscated/escapes": "{count} texts of escapes that need none",
  "obfuscated/pieces": "{count} texts cut into pieces",
  "obfuscated/written-out": "truth as ![], or small numbers in hex",
  "obfuscated/hex-names": "{count} names are numbers, as {example}",
  "obfuscated/symbol-names": "{count} names without a letter",
  "obfuscated/escaped-name": "a name is written with escapes",
  "obfuscated/brackets": '{count} members by ["name"]',
  "encoded-code": "code or an address in disguise: write it as it is",
  "encoded-data": "about {kB} kB of encoded data ({#kind}){#where}{#as}: {#use}",
  "encrypted-payload/call":
    "calls what decoded data names: about {kB} kB of encoded data decide what is run",
  "encrypted-payload/interpreter":
    "interprets decoded data: about {kB} kB of encoded data decide what is run",
  "encrypted-payload/loop": "about {kB} kB of encoded data are decoded by a loop of the file's own",
  "decoding-loop": "a loop that makes text of computed numbers: what comes out is not in the file",
  "decoding-loop/key": "a loop that combines a list with a key: what comes out is not in the file",
  "decoding-loop/table":
    "a loop that looks letters up in a table: what comes out is not in the file",
  "dynamic-call": "which method this calls shows only when running",
  "dynamic-call/taken": "which method this takes shows only when running",
  "dynamic-call/all": "this takes members of the context without naming them",
  "hidden-by-escapes/name": "{name} is written with escapes",
  "hidden-by-escapes/long-name": "a name is written with escapes",
  "hidden-by-escapes/word": "escapes hide the word {word}: write it as it is",
  "hidden-by-escapes/long-word": "escapes hide a word: write it as it is",
  "hidden-by-escapes/letters": "{count} letters are written as escapes",
  "hidden-by-escapes/file": "{count} letters of the texts are written as escapes",
  minified: "minified code: submit the source as it was written",
  "bidi-control": "a direction control makes the code look other than it is",
  "bidi-control/closed": "a direction control: write it as an escape",
  "hidden-characters": "an invisible character, U+{code}: write it as an escape",
  "hidden-characters/row": "{count} invisible characters in a row hide data",
  "hidden-characters/blanks": "{count} blanks at line ends, or before tabs, can hide data",
  "hidden-characters/scattered": "{count} invisible characters all over the file hide data",
  "mixed-script-name": "letters that look like others: the name is not what it seems",
  "far-right-code": "code behind {blanks} blanks",
  "secret-in-source": "this looks like a key: ask for it by config_schema, with type password",
  // What it reaches
  "fetch-host": "fetch is given {host}",
  "fetch-address-unknown": "which host this is shows only when running",
  "fetch-address-unknown/changed": "which host this is shows only when running: it is changed",
  "fetch-host-computed": "the host comes from {#origins}",
  "address-changed":
    "the host of an address is changed: what was checked before may be another one",
  "fetch-refused/relative": "fetch needs a whole address: https://…",
  "fetch-refused/scheme": "fetch reaches only https addresses",
  "fetch-refused/no-address": "this is no address",
  "fetch-refused/port": "fetch reaches only port 443",
  "fetch-refused/private": "fetch reaches only public addresses",
  "any-host": 'permissions.hosts has "*": the plugin may reach any public host',
  "host-not-declared": "{host} is not in meta.permissions.hosts: fetch refuses it",
  "permission-not-declared": "{name} needs meta.permissions.{permission}",
  "permission-not-declared/proactive":
    "{method} to another person than msg.from needs meta.permissions.proactive",
  "permission-not-declared/creds": "meta.permissions.creds does not have {platform}",
  "permission-not-declared/hosts": "meta.permissions.hosts is empty: fetch refuses every address",
  "permission-unused": "permissions.{permission} is never used",
  "permission-unused/hosts": "permissions.hosts is declared, but fetch is never used",
  "reads-credentials": "the plugin reads the user's platform credentials",
  "sends-user-data": "fetch is given {names}",
  "js-x-ray": "js-x-ray: {what}",
} as const;

/** Fixed parts of sentences, by their keys. */
const TERMS = {
  "instead/config": "settings of the owner are in config, by meta.config_schema",
  "instead/keep": "keep data in storage",
  "instead/fetch": "use fetch",
  "instead/now": "use Date.now()",
  "instead/reply": "use bot.reply",
  "instead/storage": "use storage",
  "instead/answer": "there is no page: answer with bot.reply",
  "instead/context": "take it from the handler's context: handler({ bot, msg })",
  "instead/context-storage": "take it from the handler's context: handler({ bot, msg, storage })",
  "instead/context-config": "take it from the handler's context: handler({ bot, msg, config })",
  "kind/missing": "missing",
  "kind/list": "a list",
  "kind/object": "an object",
  "takes/number": "a number",
  "takes/boolean": "true or false",
  "takes/option": "the value of one of its options",
  "takes/text": "a text",
  "owner/meta": "meta",
  "owner/permissions": "meta.permissions",
  "owner/config_schema": "an item of meta.config_schema",
  "data/percent-encoding": "percent-encoding",
  "data/bytes": "bytes in a text",
  "data/random": "text of {characters} characters at random",
  "data/alphabet": "an alphabet of {characters} characters",
  "data/rare": "data packed into rare characters",
  "data/styled": "Latin letters of another style",
  "data/numbers": "numbers",
  "data/hex": "hex",
  "data/base32": "Base32",
  "data/base64": "Base64",
  "data/digits": "digits",
  "where/one": "",
  "where/pieces": " in {pieces} {#carrier}",
  "carrier/texts": "texts",
  "carrier/names": "names",
  "carrier/regexes": "regular expressions",
  "carrier/comments": "comments inside of functions",
  "carrier/dead comments": "comments",
  "carrier/numbers": "numbers",
  "as/data": "",
  "as/media": ", which begins as a picture, font or document",
  "use/decoded": "the file decodes it",
  "use/unknown": "what it is shows only when it is decoded",
  "origin/ai": "an AI's answer",
  "origin/fetch": "a fetched answer",
  "origin/decoded": "decoded text",
  "origin/storage": "storage",
  "origin/search": "a search",
} as const;

/** The keys of the sentences. */
export type MessageKey = keyof typeof MESSAGES;
/** The keys of their parts. */
export type TermKey = keyof typeof TERMS;
/** The texts with their placeholders, as types. */
export type EnglishMessages = typeof MESSAGES;
/** The parts with their placeholders, as types. */
export type EnglishTerms = typeof TERMS;

/** All words of one language. */
export interface FindingWords {
  readonly messages: Readonly<Record<MessageKey, string>>;
  readonly terms: Readonly<Record<TermKey, string>>;
  /** The values that each path of `meta` accepts. */
  readonly meta: Readonly<Record<MetaPath, string>>;
  /** The separator of list items. */
  readonly comma: string;
  /** Appended to a sentence whose rule has more places than are listed. */
  readonly more: string;
}

/** The words of findings in English. */
export const ENGLISH: FindingWords = {
  messages: MESSAGES,
  terms: TERMS,
  meta: META_WORDS,
  comma: ", ",
  more: " (and {places} places more)",
};
