import { createHarness, type Harness, type User } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { followers, isKnown, lastOf, openingIdiom } from "../src/idioms/chain.ts";
import { IDIOMS } from "../src/idioms/list.ts";
import { longIn, MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

/** The idiom that a text of the bot asks to follow. */
function idiomIn(text: string | undefined): string {
  const found = /(\p{Script=Han}{4})\n(?:请接|Yours)/u.exec(text ?? "")?.[1];
  if (found === undefined) throw new Error(`no idiom in ${text}`);
  return found;
}

async function begin(user: User, word = "成语接龙"): Promise<string> {
  return idiomIn((await user.says(word)).replies[0]);
}

/** A right answer to an idiom, which the bot can follow if there is such a one. */
function rightAfter(idiom: string): string {
  const [next] = followers(idiom, [idiom]);
  if (next === undefined) throw new Error(`nothing follows ${idiom}`);
  return next;
}

/** Puts a person into the middle of a game. */
async function place(
  { storage, clock }: Harness,
  user: User,
  said: string | string[],
  language = "zh",
): Promise<void> {
  // On a simulator, messages have the time of the machine.
  const at = Math.max(clock.now(), Date.now());
  const game = { language, said: [said].flat(), score: 0, at };
  await storage.set(`game/${user.id}`, game);
}

async function scoreOf(user: User, word = "得分"): Promise<string | undefined> {
  return (await user.says(word)).replies[0];
}

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "idiom-chain");

  test("is played by character, on every platform", { tags: longIn(mode) }, async () => {
    await using h = await createHarness(plugin);
    await h.onEveryPlatform(async (harness) => {
      const ann = harness.user("ann");
      const idiom = await begin(ann);
      expect(await ann.says(`${rightAfter(idiom)}。`)).toHaveReplied(/^\+2 分，共 2 分。/);
      await place(harness, ann, "一马当先");
      const { replies } = await ann.says("先发制人");
      const next = idiomIn(replies[0]);
      expect(next.startsWith("人")).toBe(true);
      expect(await ann.says(rightAfter(next))).toHaveReplied(/^\+2 分，共 4 分。/);
      expect(await ann.says("退出")).toHaveReplied(/^接龙结束。\n当前 \d+ 分/);
      expect(await ann.says("人山人海")).not.toBeHandled();
    });
  });

  test("keeps to the rules", async () => {
    await using h = await createHarness(plugin, { config: { accept: "known" } });
    const user = h.user();
    const idiom = await begin(user);
    const first = lastOf(idiom);
    const other = [...IDIOMS].find((one) => !one.startsWith(first)) ?? "";
    expect(await user.says(other)).toHaveReplied(
      `要用“${first}”字开头哦。想不出来可以发送“提示”。`,
    );
    expect(await user.says(`${first}哈哈哈`)).toHaveReplied(/我的词库里没有/);
    expect(await user.says("how are you")).not.toBeHandled();
    expect(await user.says("你好")).not.toBeHandled();
    expect(await scoreOf(user)).toMatch(/^当前 0 分/);
  });

  test("an idiom that was said is not taken again", async () => {
    await using h = await createHarness(plugin);
    const user = h.user("ann");
    await place(h, user, ["上上下下", "下不为例", "高高在上"]);
    expect(await user.says("上上下下")).toHaveReplied("“上上下下”已经说过了，换一个吧。");
  });

  test("any four characters that fit count less, unless the owner wants the list only", async () => {
    await using h = await createHarness(plugin);
    const user = h.user();
    const move = `${lastOf(await begin(user))}哈哈哈`;
    expect(isKnown(move)).toBe(false);
    const { replies } = await user.says(move);
    // Nothing begins with 哈: the player has won.
    expect(replies[0]).toMatch(/先算你对。\n\+1 分，共 1 分。\n我接不上了，你赢了！再加 5 分/);
    expect(await scoreOf(user)).toBe("当前 6 分，最好成绩 6 分。");
    expect(await user.says(rightAfter(idiomIn(replies[0])))).toBeHandled();
  });

  test("a hint fits, and costs a point", async () => {
    await using h = await createHarness(plugin);
    const user = h.user();
    await place(h, user, "一马当先");
    const next = idiomIn((await user.says("先发制人")).replies[0]);
    const hint = /可以接：(.{4})/u.exec((await user.says("提示")).replies[0] ?? "")?.[1] ?? "";
    expect(hint.startsWith(lastOf(next))).toBe(true);
    expect(isKnown(hint)).toBe(true);
    expect(await scoreOf(user)).toMatch(/^当前 1 分，最好成绩 1 分/);
  });

  test("in English, with a best score that lasts", async () => {
    await using h = await createHarness(plugin);
    const user = h.user();
    expect(await user.says("Idiom chain")).toHaveReplied(
      /^Idiom chain!.*\nYours begins with “.”\.$/su,
    );
    await place(h, user, "一马当先", "en");
    expect(await user.says("先发制人")).toHaveReplied(/^\+2, 2 in all\.\n人/);
    expect(await user.says("quit")).toHaveReplied(
      "The chain has ended.\n2 points now, your best: 2.",
    );
    await begin(user, "idiom chain");
    expect(await scoreOf(user, "score")).toBe("0 points now, your best: 2.");
  });

  test("20 people play at once, each an own game", { tags: ["long"] }, async () => {
    await using h = await createHarness(plugin);
    const people = Array.from({ length: 20 }, (_, index) => h.user(String(3000 + index)));
    const idioms = await Promise.all(people.map((person) => begin(person)));
    const turns = await Promise.all(
      people.map((person, index) => person.says(rightAfter(idioms[index] ?? ""))),
    );
    for (const { replies } of turns) expect(replies[0]).toContain("共 2 分");
  });

  test("a game without a move for long is over, and the state of an older version is no game", async () => {
    await using h = await createHarness(plugin);
    const user = h.user("ann");
    const idiom = await begin(user);
    h.clock.advance(31 * 60_000);
    expect(await user.says(rightAfter(idiom))).not.toBeHandled();
    expect(await user.says("提示")).not.toBeHandled();
    await h.storage.set(`game/${user.id}`, "old");
    expect(await user.says("退出")).not.toBeHandled();
  });

  test("a full storage makes room by the games that were begun first", async () => {
    await using h = await createHarness(plugin);
    await fillStorage(h);
    const idiom = await begin(h.user("new"));
    expect(await h.user("new").says(rightAfter(idiom))).toHaveReplied(/\+2 分/);
    const games = (await h.storage.keys()).filter((key) => key.startsWith("game/"));
    expect(games).toContain(`game/${h.user("new").id}`);
    expect(games).not.toContain("game/old0");
    expect(games).toContain("game/old39");
  });
});

/** Leaves no room in the account's 5 MiB. */
async function fillStorage({ storage }: Harness): Promise<void> {
  for (let number = 0; number < 40; number++) {
    await storage.set(`game/old${number}`, "x".repeat(100 * 1024));
  }
  let bytes = 1024 * 1024;
  for (let number = 0; bytes >= 1; number++) {
    try {
      await storage.set(`rest${number}`, "x".repeat(bytes));
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  }
}

test("the list has real chains", () => {
  expect(IDIOMS.size).toBeGreaterThan(1000);
  for (const idiom of IDIOMS) expect(idiom).toMatch(/^\p{Script=Han}{4}$/u);
  for (let number = 0; number < 50; number++) {
    expect(followers(openingIdiom(Math.random), []).length).toBeGreaterThanOrEqual(3);
  }
});
