import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("expenses.js", import.meta.url);

/** A harness in which these things were said. */
async function afterSaying(texts, options) {
  const h = await createHarness(plugin, options);
  for (const text of texts) expect(await h.user().says(text)).toBeHandled("expenses");
  return h;
}

async function exported(h, command = "export expenses") {
  const { sends } = await h.user().says(command);
  return Buffer.from(sends[0].bytes).toString();
}

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin);
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

test("the table is one that Excel reads, Chinese and commas included", async () => {
  await using h = await afterSaying([
    "记账 30 午饭 #吃",
    '花了 9.5 元 "大杯", 冰 #喝',
    "打车花了25块钱",
    "spent $1200 on rent",
  ]);
  expect(await exported(h, "导出账单")).toBe(
    "\ufeff日期,金额,分类,说明\r\n" +
      "2026-01-05,30.00,吃,午饭\r\n" +
      '2026-01-05,9.50,喝,"""大杯"", 冰"\r\n' +
      "2026-01-05,25.00,,打车\r\n" +
      "2026-01-05,1200.00,,rent\r\n",
  );
});

test.each(["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)"])(
  "a note that would be a formula is none in the table: %s",
  async (note) => {
    await using h = await afterSaying([`spent 1 ${note}`]);
    expect(await exported(h)).toContain(`,'${note}\r\n`);
  },
);

test("sums are exact", async () => {
  await using h = await afterSaying(Array.from({ length: 10 }, () => "spent 0.1 gum"));
  expect(await h.user().says("expenses")).toHaveReplied(
    "Expenses in 2026-01\nother ¥1.00\nTotal ¥1.00",
  );
});

test("each month is its own, by the time where people live", async () => {
  await using h = await afterSaying(["spent 5 tea"], { now: "2026-01-31T15:59:00Z" });
  h.clock.advance(60_000);
  const user = h.user();
  expect(await user.says("spent 7 cake")).toHaveReplied(/This month: ¥7\.00$/);
  expect(await user.says("expenses 2026-01")).toHaveReplied(/Total ¥5\.00$/);
  expect(await user.says("账单")).toHaveReplied("2026-02 账单\n其他 ¥7.00\n合计 ¥7.00");
});

test("everybody sees their own", async () => {
  await using h = await afterSaying(["spent 5 tea"]);
  expect(await h.user("ben").says("expenses")).toHaveReplied("Nothing was spent in 2026-01.");
});

test.each([
  ["spent", /Write for example/],
  ["记账", /例如/],
  ["记账 午饭", /例如/],
  ["spent 0 nothing", /more than 0/],
  ["spent 10000000 castle", /less than 10 million/],
  [`spent 1 ${"x".repeat(101)}`, /at most 100/],
  ["undo expense", /Nothing was spent/],
  ["导出账单 2020-01", /2020-01 没有支出/],
])("bad input: %s", async (text, expected) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).toHaveReplied(expected);
  expect(await h.storage.keys()).toEqual([]);
});

test.each(["spent all day in bed", "I spent 5", "花了很久"])(
  "%s is left to others",
  async (text) => {
    await using h = await createHarness(plugin);
    expect(await h.user().says(text)).not.toBeHandled();
  },
);

test("when the account's storage is full it says so, and has changed nothing", async () => {
  await using h = await afterSaying(["spent 5 tea"]);
  for (let number = 0; number < 5; number++) {
    await h.storageOf("other").set(`${number}`, "x".repeat(1024 * 1024 - 120));
  }
  expect(await h.user().says(`记账 6 ${"蛋糕".repeat(20)}`)).toHaveReplied(/存储空间满了/);
  expect(await h.user().says("expenses")).toHaveReplied(/Total ¥5\.00$/);
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin);
  await h.onEveryPlatform(async (on) => {
    await playConversation(
      on,
      `
      ann: 记账 30 午饭 #吃
      bot: 午饭 ¥30.00。本月合计：¥30.00
      ann: 导出账单
      bot [file 账单-2026-01.csv]
      `,
    );
  });
});
