/** What the error says: a part of the message, or the place that it names. */
export type Expected = { readonly says: string } | { readonly at: string };

/** A plugin as a newcomer writes it wrongly, and what the error says. */
export interface Mistake {
  /** The name of its file in `fixtures`, without `.js`. */
  readonly file: string;
  /** By `botwright check`, where the mistake shows without running; `at` is line and column. */
  readonly check?: readonly Expected[];
  /** By loading it and saying "hello" to it: an error, or a line of the log. */
  readonly run?: readonly Expected[];
  /** For how long it may compute, where a slow machine takes longer than the default to get there. */
  readonly cpuMs?: number;
}

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
    run: [{ says: "syntax error" }, { at: "4:3" }],
  },
  {
    file: "never-settles",
    run: [{ says: "waits for something that can never happen: a promise that nothing resolves" }],
  },
  {
    file: "late-timer",
    check: [{ at: "4:3" }, { says: "nothing waits for this setTimeout" }],
    run: [{ says: "setTimeout of 60000 ms never fires" }, { at: "4:13" }],
  },
  // Too much
  {
    file: "endless-loop",
    // A worker that is held up for too long is ended from outside, with a message that names more causes.
    run: [{ says: "computed for more than 1000 ms" }, { says: "a loop that does not end?" }],
  },
  {
    file: "endless-recursion",
    run: [{ says: "stack overflow: is there a function that calls itself without an end?" }],
  },
  {
    file: "too-much-memory",
    // The time in which the system gives new memory counts as computing.
    cpuMs: 30_000,
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
      { at: "4:20" },
    ],
  },
  {
    file: "huge-text",
    run: [
      { says: "a text may have 65536 bytes of UTF-8: send a shorter one, or a file" },
      { at: "4:18" },
    ],
  },
  { file: "empty-reply", run: [{ says: "bot.reply sent nothing: the text is empty" }] },
  // Errors
  { file: "throws-error", run: [{ says: "no city" }, { at: "5:42" }] },
  { file: "throws-text", run: [{ says: "not happy" }, { at: "4:29" }] },
  {
    file: "member-of-undefined",
    run: [{ says: "cannot read property 'text' of undefined" }, { at: "5:40" }],
  },
  {
    file: "unknown-method",
    check: [{ at: "4:9" }, { says: "there is no bot.send: bot has reply, sendText" }],
    run: [{ says: "not a function" }, { at: "4:17" }],
  },
  {
    file: "unknown-storage-method",
    check: [{ at: "4:23" }, { says: "there is no storage.getItem: storage has get, set" }],
    run: [{ says: "not a function" }, { at: "4:38" }],
  },
  // Arguments
  {
    file: "arguments-swapped",
    run: [{ says: "bot.reply: the first argument must be msg" }, { at: "4:18" }],
  },
  {
    file: "argument-missing",
    run: [{ says: "bot.reply: the first argument must be msg" }, { at: "4:18" }],
  },
  {
    file: "image-by-address",
    run: [{ says: "bot.sendImage: the second argument must be" }, { at: "4:22" }],
  },
  {
    file: "text-to-user-id",
    run: [{ says: "userId is the bot's owner; to answer use msg.from" }, { at: "4:21" }],
  },
  {
    file: "bigint-stored",
    run: [{ says: "BigInt" }, { at: "5:20" }],
  },
  {
    file: "undefined-stored",
    run: [{ says: "the value cannot be stored: it is undefined" }, { at: "5:20" }],
  },
  // The declaration
  {
    file: "meta-key-misspelt",
    check: [{ says: "did you mean triggers?" }],
  },
  {
    file: "permission-misspelt",
    check: [{ says: "did you mean hosts?" }],
  },
  {
    file: "slug-invalid",
    check: [{ at: "1:29" }, { says: 'slug is "My Plugin": use 2 to 64 of a–z, 0–9 and -' }],
    run: [{ says: 'slug is "My Plugin": use 2 to 64 of a–z, 0–9 and -' }],
  },
  {
    file: "priority-invalid",
    check: [{ at: "1:48" }, { says: 'priority is "high": use' }],
    run: [{ says: 'priority is "high": use' }],
  },
  // The network
  {
    file: "host-is-address",
    check: [
      { at: "4:32" },
      { says: "api.example.com is not in meta.permissions.hosts" },
      { says: 'write "api.example.com"' },
    ],
    run: [{ says: 'its meta.permissions lacks hosts: ["api.example.com"]' }],
  },
  {
    file: "host-not-declared",
    check: [{ at: "4:32" }, { says: "www.example.org is not in meta.permissions.hosts" }],
    run: [{ says: 'its meta.permissions lacks hosts: ["www.example.org"]' }, { at: "4:31" }],
  },
  {
    file: "address-without-https",
    check: [{ at: "4:32" }, { says: "fetch reaches only https addresses" }],
    run: [{ says: "only https addresses may be fetched, not http: ones" }, { at: "4:31" }],
  },
  // Another platform's habits
  {
    file: "require",
    check: [
      { at: "3:11" },
      { says: "require() does not exist: a plugin is one file. botwright build" },
    ],
    run: [{ says: "'require' is not defined" }, { at: "3:11" }],
  },
  {
    file: "process",
    check: [{ at: "4:24" }, { says: "settings of the owner are in config, by meta.config_schema" }],
    run: [{ says: "'process' is not defined" }, { at: "4:24" }],
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
    run: [{ says: "syntax error" }, { at: "3:34" }],
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
