import fc from "fast-check";

const ms = fc.constantFrom(0, 1, 2, 5, 10, 50, 100, 1000, 4000);
const key = fc.constantFrom("'a'", "'b'", "'c'");
const address = (part: string): string => `"https://late.example/${part}"`;

/** Host calls and timers, each with how long it takes, or when it is taken back. */
const operation = fc.oneof(
  { weight: 4, arbitrary: key.map((name) => `storage.get(${name})`) },
  {
    weight: 4,
    arbitrary: fc.tuple(key, fc.nat(9)).map(([name, n]) => `storage.set(${name}, ${n})`),
  },
  { weight: 1, arbitrary: key.map((name) => `storage.delete(${name})`) },
  { weight: 2, arbitrary: key.map((name) => `storage.update(${name}, (v) => (v ?? 0) + 1)`) },
  { weight: 1, arbitrary: fc.constant("storage.keys()") },
  { weight: 3, arbitrary: fc.nat(99).map((n) => `bot.reply(msg, "reply ${n}")`) },
  { weight: 4, arbitrary: ms.map((late) => `fetch(${address(String(late))})`) },
  { weight: 3, arbitrary: fc.tuple(ms, ms).map(([late, after]) => `takenBack(${late}, ${after})`) },
  { weight: 2, arbitrary: ms.map((late) => `fetch(${address(`broken/${late}`)})`) },
  { weight: 4, arbitrary: ms.map((late) => `sleep(${late})`) },
  { weight: 2, arbitrary: fc.constant("ask()") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("tea", "none").map((what) => `searchService.search("${what}")`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "storage.set(1)",
      "bot.reply(msg)",
      'bot.downloadRaw("nothing")',
      'fetch("http://127.0.0.1/")',
    ),
  },
);

const { statement } = fc.letrec<{ statement: string; task: string }>((tie) => {
  const tasks = fc
    .array(tie("task"), { minLength: 1, maxLength: 5 })
    .map((list) => `[${list.join(", ")}]`);
  const body = fc
    .array(tie("statement"), { minLength: 1, maxLength: 4 })
    .map((list) => list.join(" "));
  const some = fc.integer({ min: 1, max: 12 });
  return {
    task: fc.oneof(
      { maxDepth: 3, depthIdentifier: "concurrent" },
      { weight: 6, arbitrary: operation.map((text) => `run(() => ${text})`) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom("all", "race", "any", "allSettled"), tasks)
          .map(([how, list]) => `Promise.${how}(${list}).catch(() => {})`),
      },
      { weight: 1, arbitrary: body.map((text) => `(async () => { ${text} })()`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(ms, body)
          .map(
            ([late, text]) =>
              `new Promise((done) => setTimeout(async () => { ${text} done(); }, ${late}))`,
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(some, tie("task"))
          .map(([length, text]) => `Promise.all(Array.from({ length: ${length} }, () => ${text}))`),
      },
    ),
    statement: fc.oneof(
      { maxDepth: 4, depthIdentifier: "concurrent" },
      { weight: 5, arbitrary: tie("task").map((text) => `await ${text};`) },
      { weight: 4, arbitrary: tie("task").map((text) => `void ${text};`) },
      { weight: 1, arbitrary: body.map((text) => `for (let n = 0; n < 3; n++) { ${text} }`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(ms, body)
          .map(([late, text]) => `setTimeout(async () => { ${text} }, ${late});`),
      },
      { weight: 1, arbitrary: body.map((text) => `queueMicrotask(async () => { ${text} });`) },
    ),
  };
});

/** How a handler ends, whatever it has left behind. */
const end = fc.constantFrom(
  "return { handled: true };",
  "return { handled: false };",
  'throw new Error("the end");',
);

/**
 * Plugins that do many things at the same time: they await, race, repeat, take back and leave behind. Each comes to an
 * end, and logs what ended when.
 */
export const concurrentPrograms: fc.Arbitrary<string> = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 6 }), end)
  .map(
    ([statements, last]) => `export const meta = { slug: "concurrent" };
export async function handler({ bot, msg, storage, aiService, searchService }) {
  const began = Date.now();
  let number = 0;
  const sleep = (late) => new Promise((resolve) => setTimeout(resolve, late));
  const ask = () => aiService.callModel({ model: "small", messages: [{ role: "user", content: "x" }] });
  const takenBack = (late, after) => {
    const aborter = new AbortController();
    setTimeout(() => aborter.abort(), after);
    return fetch("https://late.example/" + late, { signal: aborter.signal });
  };
  const run = async (work) => {
    const own = ++number;
    const log = (what) => own < 400 && console.log(Date.now() - began, own, what);
    try {
      log(JSON.stringify(await work()) ?? "nothing");
    } catch (error) {
      log(String(error.code ?? error.name));
    }
  };
  ${statements.join("\n  ")}
  ${last}
}`,
  );
