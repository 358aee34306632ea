/** What an author is told: a part of the message, or the place that it names. */
export type Expected = {
  /**
   * The change without which this is not yet so. A test fails as soon as it is so, until the mark is gone.
   * `lines`: errors of a run name file, line and column. `words`: validators speak the author's language.
   */
  readonly waitsFor?: "lines" | "words";
} & ({ readonly says: string } | { readonly at: string });

/** A plugin as a newcomer writes it wrongly, and what its author is told. */
export interface Mistake {
  /** The name of its file in `fixtures`, without `.js`. */
  readonly file: string;
  /** By `botwright check`, where the mistake shows without running; `at` is line and column. */
  readonly check?: readonly Expected[];
  /** By loading it and saying "hello" to it: an error, or a line of the log. */
  readonly run?: readonly Expected[];
}

const WORDS = "words" as const;
const LINES = "lines" as const;

/** The typical mistakes, each with every message that its author gets. */
export const MISTAKES: readonly Mistake[] = [
  // Waiting
  {
    file: "await-forgotten",
    check: [{ at: "4:3" }, { says: "nothing waits for bot.reply: write await bot.reply(…)" }],
    run: [{ says: "the handler returned before bot.reply was done: write await bot.reply(…)" }],
  },
  {
    file: "await-forgotten-result",
    check: [{ at: "4:16" }, { says: "storage.get gives a promise, not yet its result" }],
  },
  {
    file: "await-in-for-each",
    check: [{ at: "4:3" }, { says: "write for (const item of list) { await … }" }],
    run: [{ says: "the handler returned before bot.reply was done" }],
  },
  {
    file: "await-in-plain-function",
    check: [{ at: "4:3" }, { says: "write async in front of the function around it" }],
    run: [{ says: "syntax error in line 4" }, { at: "4:3", waitsFor: LINES }],
  },
  {
    file: "never-settles",
    run: [{ says: "waits for something that can never happen: a promise that nothing resolves" }],
  },
  {
    file: "late-timer",
    check: [{ at: "4:3" }, { says: "nothing waits for this setTimeout" }],
  },
  // Too much
  {
    file: "endless-loop",
    run: [{ says: "computed for more than 1000 ms: is there a loop that does not end?" }],
  },
  {
    file: "endless-recursion",
    run: [{ says: "stack overflow: is there a function that calls itself without an end?" }],
  },
  {
    file: "too-much-memory",
    run: [{ says: "the plugin used up its memory: is there a list or text that only grows?" }],
  },
  {
    file: "too-many-replies",
    run: [{ says: "broke the limit sends = 32 of one call: join the texts into one" }],
  },
  {
    file: "huge-value",
    run: [
      { says: "a value may have 1048576 bytes, this one has 1500000; split it over several keys" },
      { at: "4:17", waitsFor: LINES },
    ],
  },
  {
    file: "huge-text",
    run: [
      { says: "a text may have 65536 bytes of UTF-8: send a shorter one, or a file" },
      { at: "4:13", waitsFor: LINES },
    ],
  },
  { file: "empty-reply", run: [{ says: "bot.reply sent nothing: the text is empty" }] },
  // Errors
  { file: "throws-error", run: [{ says: "no city" }, { at: "5:39", waitsFor: LINES }] },
  { file: "throws-text", run: [{ says: "not happy" }] },
  {
    file: "member-of-undefined",
    run: [{ says: "cannot read property 'text' of undefined" }, { at: "5:42", waitsFor: LINES }],
  },
  {
    file: "unknown-method",
    check: [{ at: "4:9" }, { says: "there is no bot.send: bot has reply, sendText" }],
    run: [{ says: "not a function" }, { at: "4:13", waitsFor: LINES }],
  },
  {
    file: "unknown-storage-method",
    check: [{ at: "4:23" }, { says: "there is no storage.getItem: storage has get, set" }],
    run: [{ says: "not a function" }, { at: "4:31", waitsFor: LINES }],
  },
  // Arguments
  {
    file: "arguments-swapped",
    run: [
      { says: "bot.reply: the first argument must be msg", waitsFor: WORDS },
      { at: "4:13", waitsFor: LINES },
    ],
  },
  {
    file: "argument-missing",
    run: [
      { says: "bot.reply: the first argument must be msg", waitsFor: WORDS },
      { at: "4:13", waitsFor: LINES },
    ],
  },
  {
    file: "image-by-address",
    run: [
      { says: "bot.sendImage: the second argument must be", waitsFor: WORDS },
      { at: "4:13", waitsFor: LINES },
    ],
  },
  {
    file: "text-to-user-id",
    run: [
      { says: "userId is the bot's owner; to answer use msg.from", waitsFor: WORDS },
      { at: "4:13", waitsFor: LINES },
    ],
  },
  {
    file: "bigint-stored",
    run: [{ says: "BigInt" }, { at: "5:17", waitsFor: LINES }],
  },
  {
    file: "undefined-stored",
    run: [
      { says: "storage.set: the second argument must be", waitsFor: WORDS },
      { at: "5:17", waitsFor: LINES },
    ],
  },
  // The declaration
  {
    file: "meta-key-misspelt",
    check: [{ says: "did you mean triggers?", waitsFor: WORDS }],
  },
  {
    file: "permission-misspelt",
    check: [{ says: "did you mean hosts?", waitsFor: WORDS }],
  },
  {
    file: "slug-invalid",
    check: [
      { at: "1:29" },
      { says: 'slug is "My Plugin": use 2 to 64 of a–z, 0–9 and -', waitsFor: WORDS },
    ],
    run: [{ says: 'slug is "My Plugin": use 2 to 64 of a–z, 0–9 and -', waitsFor: WORDS }],
  },
  {
    file: "priority-invalid",
    check: [{ at: "1:48" }, { says: 'priority is "high": use', waitsFor: WORDS }],
    run: [{ says: 'priority is "high": use', waitsFor: WORDS }],
  },
  // The network
  {
    file: "host-is-address",
    check: [
      { at: "4:32" },
      { says: "api.example.com is not in meta.permissions.hosts" },
      { says: 'use "api.example.com"', waitsFor: WORDS },
    ],
    run: [{ says: 'its meta.permissions lacks hosts: ["api.example.com"]' }],
  },
  {
    file: "host-not-declared",
    check: [{ at: "4:32" }, { says: "www.example.org is not in meta.permissions.hosts" }],
    run: [
      { says: 'its meta.permissions lacks hosts: ["www.example.org"]' },
      { at: "4:32", waitsFor: LINES },
    ],
  },
  {
    file: "address-without-https",
    check: [{ at: "4:32" }, { says: "fetch reaches only https addresses" }],
    run: [
      { says: "only https addresses may be fetched, not http: ones" },
      { at: "4:32", waitsFor: LINES },
    ],
  },
  // Another platform's habits
  {
    file: "require",
    check: [
      { at: "3:11" },
      { says: "require() does not exist: a plugin is one file. botwright build" },
    ],
    run: [{ says: "'require' is not defined" }, { at: "3:11", waitsFor: LINES }],
  },
  {
    file: "process",
    check: [{ at: "4:24" }, { says: "settings of the owner are in config, by meta.config_schema" }],
    run: [{ says: "'process' is not defined" }, { at: "4:24", waitsFor: LINES }],
  },
  {
    file: "import",
    check: [
      { at: "1:1" },
      { says: "nothing can be imported: a plugin is one file. botwright build" },
    ],
    run: [{ says: "a plugin cannot import module 'axios': it is one file. botwright build" }],
  },
  {
    file: "commonjs-function",
    check: [{ at: "1:18" }, { says: "has no name: export async function handler(ctx)" }],
    run: [{ says: "the plugin exports no handler: write `export async function handler(ctx)" }],
  },
  {
    file: "typescript",
    check: [
      { at: "3:34" },
      { says: "this looks like TypeScript: hosts run plain JavaScript. botwright build" },
    ],
    run: [{ says: "syntax error in line 3" }, { at: "3:34", waitsFor: LINES }],
  },
  // The result
  {
    file: "no-result",
    check: [
      { at: "6:1" },
      { says: "return { handled: true } after an answer, else { handled: false }" },
    ],
    run: [
      { says: "the handler returned undefined: return { handled: true } or { handled: false }" },
    ],
  },
  {
    file: "result-misspelt",
    check: [{ at: "3:8" }, { says: "the handler never returns { handled: true } or false" }],
    run: [{ says: "returned an object without handled: return { handled: true }" }],
  },
];
