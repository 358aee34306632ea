import { createHarness } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "keyword-reply");
  const rules =
    "价格 || price => See_https://example.com/a_b *now*\nhours=>9 to 5\nno arrow\n=> nothing\nempty =>";

  test("answers a keyword exactly as the owner has written, on every platform", async () => {
    await using h = await createHarness(plugin, { config: { rules } });
    await h.onEveryPlatform(async (chat) => {
      for (const text of ["价格", " PRICE? "]) {
        expect(await chat.user().says(text)).toHaveReplied("See_https://example.com/a_b *now*");
      }
      expect(await chat.user().says("hours")).toHaveReplied("9 to 5");
      for (const text of ["prices", "my price", "no arrow", "empty"]) {
        expect(await chat.user().says(text)).not.toBeHandled();
      }
    });
  });

  test.each([
    ["exact", ["price"]],
    ["prefix", ["price", "price of tea"]],
    ["contains", ["price", "price of tea", "what price"]],
    ["nonsense", ["price"]],
  ])("matches by the mode %s", async (how, answered) => {
    await using h = await createHarness(plugin, { config: { rules, mode: how } });
    const found: string[] = [];
    for (const text of ["price", "price of tea", "what price", "tea"]) {
      if ((await h.user().says(text)).handled) found.push(text);
    }
    expect(found).toEqual(answered);
  });

  test("looks for thousands of keywords in the beginning of a long message", async () => {
    const keywords = Array.from({ length: 4000 }, (_, number) => `k${number}x`);
    const config = { rules: `${keywords.join("||")} => found`, mode: "contains" };
    await using h = await createHarness(plugin, { config });
    expect(await h.user().says(`${"a".repeat(900)} k3999x`)).toHaveReplied("found");
    expect(await h.user().says(`${"a".repeat(1100)} k3999x`)).not.toBeHandled();
  });

  test("picks one of several replies", async () => {
    await using h = await createHarness(plugin, {
      config: { rules: "hi => Hi! || Hello! || 你好！" },
    });
    const said = new Set<string | undefined>();
    for (let number = 0; number < 40; number++) said.add((await h.user().says("hi")).replies[0]);
    expect(said).toEqual(new Set(["Hello!", "Hi!", "你好！"]));
  });

  test("fills in what is known of the message, and reads nothing twice", async () => {
    const filled = String.raw`you => {from} said {text}\nat {date} {time} {name}`;
    const config = { rules: filled, mode: "prefix", utc_offset: "-3" };
    await using h = await createHarness(plugin, { config, now: "2026-01-05T01:30:00Z" });
    expect(await h.user("1001").says("you {from} {time}")).toHaveReplied(
      "1001 said you {from} {time}\nat 2026-01-04 22:30 {name}",
    );
  });

  test("has an example to begin with", async () => {
    await using h = await createHarness(plugin);
    expect(await h.user().says("Ping")).toHaveReplied("pong");
  });
});
