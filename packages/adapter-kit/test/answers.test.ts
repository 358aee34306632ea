import { objectOf, objectsOf, parseExactJson } from "@botwright/adapter-kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** Text of lists within lists. */
const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** How many lists are in each other. */
function levelsOf(value: unknown): number {
  let levels = 0;
  for (let at = value; Array.isArray(at); [at] = at) levels++;
  return levels;
}

const inBatch = (messages: readonly string[]): string =>
  `{"msgs":[${messages.join()}],"cursor":"next"}`;

describe("what is too much of an answer is left out", () => {
  test("levels of one message, down to those that validators can walk through", () => {
    const answer = parseExactJson(
      inBatch(['{"id":1}', `{"id":7312345678901234567,"deep":${lists(40_000)},"text":"]"}`]),
    );
    expect(answer).toMatchObject({
      msgs: [{ id: 1 }, { id: "7312345678901234567", text: "]" }],
      cursor: "next",
    });
    const [, message] = objectsOf(objectOf(answer)["msgs"]);
    expect(levelsOf(message?.["deep"])).toBe(255);
  });

  test("a message with a million levels, and none beside it", () => {
    const messages = ['{"id":1}', lists(1_000_000), '{"id":2}'];
    const msgs = [{ id: 1 }, null, { id: 2 }];
    expect(parseExactJson(inBatch(messages))).toEqual({ msgs, cursor: "next" });
  });

  test.each([
    ["items", `[${"0,".repeat(100_000)}0]`],
    ["empty lists", `[${"[],".repeat(50_000)}0]`],
    ["members", `{"0":{${'"a":0,'.repeat(25_000)}"b":0}}`],
  ])("a message with too many %s", (_what, large) => {
    const messages = ['{"id":1}', large, '{"id":2}'];
    const msgs = [{ id: 1 }, null, { id: 2 }];
    expect(parseExactJson(inBatch(messages))).toEqual({ msgs, cursor: "next" });
  });

  test("the rest of a list with too many messages, but not what follows the list", () => {
    const answer = parseExactJson(inBatch(Array.from({ length: 300_000 }, () => "{}")));
    expect(answer).toMatchObject({ cursor: "next" });
    const { msgs } = objectOf(answer);
    if (!Array.isArray(msgs)) throw new Error("no list");
    expect(msgs.length).toBeLessThan(260_000);
    expect([msgs[0], msgs.at(-1)]).toEqual([{}, null]);
  });

  test("nothing of the answer itself: it is none when it has too many members or items", () => {
    expect(parseExactJson(`{${'"a":0,'.repeat(400_000)}"b":0}`)).toBeUndefined();
    expect(parseExactJson(`[${"0,".repeat(700_000)}0]`)).toBeUndefined();
  });

  test("no message that is small, whatever is beside it", () => {
    const small = fc.record({ id: fc.nat(), more: fc.jsonValue() });
    const large = fc.constantFrom(lists(110_000), `{"a":[${"0,".repeat(100_000)}0]}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(small, large), { maxLength: 5 }), large, (some, one) => {
        const given = [...some, one];
        const texts = given.map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
        const msgs = given.map((part, at) =>
          typeof part === "string" ? null : parseExactJson(texts[at] ?? ""),
        );
        expect(parseExactJson(inBatch(texts))).toEqual({ msgs, cursor: "next" });
      }),
      { numRuns: 10 },
    );
  });

  test.each(["[", "]", '{"a":', '"', `[${"[[".repeat(200_000)}`, `${"]".repeat(300_000)}[[[`])(
    "%.10s is no JSON",
    (text) => {
      expect(parseExactJson(text)).toBeUndefined();
    },
  );

  test("megabytes of digits are one integer", () => {
    const digits = "7".repeat(500_000);
    expect(parseExactJson(`[-${digits},1.${digits},0${"0".repeat(20)}]`)).toBeUndefined();
    expect(parseExactJson(`[-${digits},1.${digits}]`)).toEqual([`-${digits}`, 1.7777777777777777]);
  });
});
