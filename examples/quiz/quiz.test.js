import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("quiz.js", import.meta.url);

/** The right answers that are wrong ones of no other question. */
const RIGHT =
  /^([A-D])\. (?:Jupiter|mercury|the Pacific|56|carbon dioxide|木星|汞|太平洋|二氧化碳)$/m;

/** What a person who knows everything says to a question. */
function knows(question) {
  if (/violin|小提琴/.test(question)) return /^([A-D])\. 4$/m.exec(question)[1];
  if (/spider|bits|蜘蛛|字节/.test(question)) return /^([A-D])\. 8$/m.exec(question)[1];
  return RIGHT.exec(question)[1];
}

const other = (letter) => (letter === "A" ? "B" : "A");

/** Plays a whole game; answers with what was said last. */
async function play(user, start, answer) {
  let said = (await user.says(start)).replies[0];
  for (let number = 0; number < 5; number++) said = (await user.says(answer(said))).replies[0];
  return said;
}

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, { seed: 3 });
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

test("who knows everything has five of five, in both languages", async () => {
  await using h = await createHarness(plugin);
  expect(await play(h.user("ann"), "quiz", knows)).toBe("Right!\n\nYou have 5 of 5. Your best: 5.");
  expect(await play(h.user("ben"), "答题", knows)).toBe("答对了！\n\n5 题答对 5 题。最好成绩：5。");
});

test("the best score stays", async () => {
  await using h = await createHarness(plugin);
  const user = h.user();
  await play(user, "quiz", knows);
  expect(await play(user, "quiz", (said) => other(knows(said)))).toMatch(
    /0 of 5\. Your best: 5\.$/,
  );
  expect(await user.says("quiz score")).toHaveReplied("Your best: 5 of 5.");
});

test("two people play at the same time", async () => {
  await using h = await createHarness(plugin);
  const [ann, ben] = [h.user("ann"), h.user("ben")];
  const first = (await ann.says("quiz")).replies[0];
  const second = (await ben.says("quiz")).replies[0];
  expect(await ann.says(knows(first).toLowerCase())).toHaveReplied(/^Right!\n\n2\/5/);
  expect(await ben.says(other(knows(second)))).toHaveReplied(/^No, it is .*\n\n2\/5/);
});

test("every game is another one", async () => {
  await using h = await createHarness(plugin);
  const user = h.user();
  const begun = new Set();
  for (let count = 0; count < 8; count++) begun.add((await user.says("quiz")).replies[0]);
  expect(begun.size).toBeGreaterThan(1);
});

test("letters are only answers while a game goes on", async () => {
  await using h = await createHarness(plugin);
  const user = h.user();
  expect(await user.says("A")).not.toBeHandled();
  await user.says("quiz");
  expect(await user.says("E")).not.toBeHandled();
  expect(await user.says("what was the question?")).not.toBeHandled();
  h.clock.advance(31 * 60_000);
  expect(await user.says("A")).not.toBeHandled();
  expect(await user.says("stop quiz")).toHaveReplied(/no quiz/);
});

test("everything but text is left to others", async () => {
  await using h = await createHarness(plugin);
  await h.user().says("quiz");
  expect(await h.user().sendsImage(Buffer.of(1))).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin);
  await h.onEveryPlatform(async (on) => {
    const user = on.user("ann");
    const { replies } = await user.says("答题");
    expect(await user.says(knows(replies[0]))).toHaveReplied(/^答对了！/);
  });
});
