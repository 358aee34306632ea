import { createHarness, type User } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { parseExpression } from "../src/arithmetic/expression.ts";
import { formatFraction } from "../src/arithmetic/fraction.ts";
import { solve } from "../src/arithmetic/solve.ts";
import { longIn, MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

/** The numbers that a text of the bot deals. */
function numbersIn(text: string | undefined): number[] {
  const found = /(?:用|of) (\d+) (\d+) (\d+) (\d+)(?: 算出|\.)/u.exec(text ?? "");
  if (found === null) throw new Error(`no numbers in ${text}`);
  return found.slice(1).map(Number);
}

async function begin(user: User, word = "24点"): Promise<number[]> {
  return numbersIn((await user.says(word)).replies[0]);
}

function solutionOf(numbers: readonly number[]): string {
  const solution = solve(numbers, 24);
  if (solution === undefined) throw new Error(`no solution of ${numbers.join()}`);
  return solution.text;
}

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "twenty-four");

  test("is played in both languages, on every platform", { tags: longIn(mode) }, async () => {
    await using h = await createHarness(plugin);
    await h.onEveryPlatform(async (chat) => {
      let numbers = await begin(chat.user("ann"));
      for (const score of [1, 2]) {
        const { replies } = await chat.user("ann").says(solutionOf(numbers));
        expect(replies[0]).toContain(`答对了！共 ${score} 分。`);
        numbers = numbersIn(replies[0]);
      }
      expect(await chat.user("ann").says("得分")).toHaveReplied("当前 2 分，最好成绩 2 分。");
      expect(await chat.user("ann").says("退出")).toHaveReplied(/^24 点结束。/);
      expect(await chat.user("ann").says("1+1")).not.toBeHandled();
      const dealt = await begin(chat.user("ben"), "24 points");
      expect(await chat.user("ben").says(`${solutionOf(dealt)} = 24`)).toHaveReplied(/^Right!/);
    });
  });

  test("says what is wrong, and lets other words pass", async () => {
    await using h = await createHarness(plugin);
    const user = h.user("ann");
    await h.storage.set(`game/${user.id}`, {
      language: "en",
      numbers: [5, 8, 8, 1],
      hinted: false,
      score: 0,
      at: h.clock.now(),
    });
    expect(await user.says("5+8+8+1")).toHaveReplied("That is 22, not 24. Try again.");
    expect(await user.says("8/(8-5*1)")).toHaveReplied("That is 8/3, not 24. Try again.");
    expect(await user.says("5*8/(8-8)+1")).toHaveReplied("Use each of 5 8 8 1 exactly once.");
    expect(await user.says("5*1/(8-8)")).toHaveReplied("That divides by 0. Try again.");
    expect(await user.says("20+4")).toHaveReplied(/exactly once/);
    for (const text of ["24", "hello", "2+", "1 2", "call 5-8"]) {
      expect(await user.says(text)).not.toBeHandled();
    }
    expect(await user.says("（８－５）×８×１＝24")).toHaveReplied(/^Right! Your score: 1/);
  });

  test("a hint begins a solution and costs the point; skipping shows one", async () => {
    await using h = await createHarness(plugin);
    const user = h.user();
    const numbers = await begin(user, "24 points");
    const step = /^Begin with (.+) \(no point/u.exec(
      (await user.says("hint")).replies[0] ?? "",
    )?.[1];
    expect(solutionOf(numbers)).toContain(step);
    const solved = await user.says(solutionOf(numbers));
    expect(solved).toHaveReplied(/^Right! Your score: 0/);
    const { replies } = await user.says("skip");
    const shown = /^One way: (.+) = 24\n/u.exec(replies[0] ?? "")?.[1] ?? "";
    expect(parseExpression(shown)?.value).toEqual({ top: 24, bottom: 1 });
    expect(numbersIn(replies[0])).toHaveLength(4);
  });

  test("deals no number beyond the owner's", async () => {
    await using h = await createHarness(plugin, { config: { largest: 6 } });
    for (let number = 0; number < 10; number++) {
      expect(Math.max(...(await begin(h.user())))).toBeLessThanOrEqual(6);
    }
  });

  test("20 people play at once, each an own game", { tags: ["long"] }, async () => {
    await using h = await createHarness(plugin);
    const people = Array.from({ length: 20 }, (_, index) => h.user(String(3000 + index)));
    const dealt = await Promise.all(people.map((person) => begin(person)));
    const turns = await Promise.all(
      people.map((person, index) => person.says(solutionOf(dealt[index] ?? []))),
    );
    for (const { replies } of turns) expect(replies[0]).toContain("共 1 分");
  });

  test("a game without a move for long is over, and the state of an older version is no game", async () => {
    await using h = await createHarness(plugin);
    const user = h.user("ann");
    const numbers = await begin(user);
    h.clock.advance(31 * 60_000);
    expect(await user.says(solutionOf(numbers))).not.toBeHandled();
    await h.storage.set(`game/${user.id}`, { numbers: [1, 2] });
    expect(await user.says("退出")).not.toBeHandled();
  });
});

describe("expressions", () => {
  test.each([
    ["1+2*3", "7"],
    ["(1+2)*3", "9"],
    ["8-3-2", "3"],
    ["8÷4÷2", "1"],
    ["1/3+1/6", "1/2"],
    ["((((2))))x3", "6"],
    ["3−5", "-2"],
    ["13*13*13*13", "28561"],
  ])("%s is %s", (text, value) => {
    const read = parseExpression(text)?.value;
    expect(read && formatFraction(read)).toBe(value);
  });

  test.each([
    "",
    "7",
    "1+",
    "+1+2",
    "1**2",
    "(1+2",
    "1+2)",
    "()",
    "1 2 3",
    `${"(".repeat(99)}1`,
    "a+b",
  ])("%s is none", (text) => {
    expect(parseExpression(text)).toBeUndefined();
  });

  test("solutions are right, and read as they are written", { tags: ["long"] }, () => {
    let solved = 0;
    for (let code = 0; code < 4096; code += 7) {
      const numbers = [code & 7, (code >> 3) & 7, (code >> 6) & 7, (code >> 9) & 7].map(
        (n) => n + 3,
      );
      const solution = solve(numbers, 24);
      if (solution === undefined) continue;
      solved++;
      const read = parseExpression(solution.text);
      expect(read?.value).toEqual({ top: 24, bottom: 1 });
      expect(read?.numbers.toSorted(byValue)).toEqual(numbers.toSorted(byValue));
      expect(solution.text).toContain(solution.firstStep);
    }
    expect(solved).toBeGreaterThan(300);
    // Only fractions do it.
    expect(solve([3, 3, 8, 8], 24)?.text).toBe("8 / (3 - 8 / 3)");
    expect(solve([1, 1, 1, 1], 24)).toBeUndefined();
  });
});

function byValue(a: number, b: number): number {
  return a - b;
}
