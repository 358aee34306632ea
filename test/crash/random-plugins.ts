import fc from "fast-check";

const key = fc.constantFrom("'a'", "'b'", "'votes'");
const ms = fc.constantFrom(0, 1, 2, 5);

/** Host calls. Whether one happens depends on no other one: so each process has to come to the same. */
const operation = fc.oneof(
  { weight: 2, arbitrary: key.map((name) => `storage.get(${name})`) },
  {
    weight: 3,
    arbitrary: fc.tuple(key, fc.nat(9)).map(([name, n]) => `storage.set(${name}, ${n})`),
  },
  { weight: 1, arbitrary: key.map((name) => `storage.delete(${name})`) },
  { weight: 3, arbitrary: key.map((name) => `storage.update(${name}, (v) => (v ?? 0) + 1)`) },
  { weight: 3, arbitrary: fc.constant('bot.reply(msg, "reply " + ++replies)') },
  { weight: 3, arbitrary: fc.constant("ask()") },
  { weight: 2, arbitrary: ms.map((late) => `sleep(${late})`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "storage.keys()",
      "storage.set(1)",
      'searchService.search("weather")',
      'fetch("https://api.example/number")',
    ),
  },
);

const { statement } = fc.letrec<{ statement: string; task: string }>((tie) => {
  const body = fc
    .array(tie("statement"), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(" "));
  return {
    task: fc.oneof(
      { maxDepth: 2, depthIdentifier: "crashed" },
      { weight: 6, arbitrary: operation.map((text) => `run(() => ${text})`) },
      {
        weight: 2,
        arbitrary: fc
          .array(tie("task"), { minLength: 1, maxLength: 4 })
          .map((list) => `Promise.all([${list.join(", ")}])`),
      },
      { weight: 1, arbitrary: body.map((text) => `(async () => { ${text} })()`) },
    ),
    statement: fc.oneof(
      { maxDepth: 3, depthIdentifier: "crashed" },
      { weight: 5, arbitrary: tie("task").map((text) => `await ${text};`) },
      { weight: 4, arbitrary: tie("task").map((text) => `begun.push(${text});`) },
      { weight: 2, arbitrary: operation.map((text) => `void run(() => ${text});`) },
    ),
  };
});

/** Plugins that do many things at once, and that must do each of them once wherever their process ends. */
export const randomPlugins: fc.Arbitrary<string> = fc
  .array(statement, { minLength: 1, maxLength: 4 })
  .map(
    (statements) => `export const meta = { slug: "crashed" };
export async function handler({ bot, msg, storage, aiService, searchService }) {
  const begun = [];
  let replies = 0;
  let questions = 0;
  const sleep = (late) => new Promise((resolve) => setTimeout(resolve, late));
  const run = async (work) => work().catch(({ code }) => code);
  const ask = () => {
    const content = "question " + ++questions;
    return aiService.callModel({ model: "m", messages: [{ role: "user", content }] });
  };
  ${statements.join("\n  ")}
  await Promise.all(begun);
  await bot.reply(msg, "the end");
  return { handled: true };
}`,
  );
