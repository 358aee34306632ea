import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressGroup } from "../src/ai-proxy/address-group.ts";
import { AI_PROXY_LIMITS } from "../src/ai-proxy/ai-proxy-limits.ts";
import { type AIProxyMessage, toProxyCall } from "../src/ai-proxy/request-rules.ts";

const user = (content: string): AIProxyMessage => ({ role: "user", content });
const system = (content: string): AIProxyMessage => ({ role: "system", content });
const assistant = (content: string): AIProxyMessage => ({ role: "assistant", content });

describe("messages", () => {
  // spec: ai-proxy.system
  test.each([
    [[user("a")], [user("a")]],
    [[system("s"), user("a")], [user("s\n\na")]],
    [
      [assistant("hello"), system("s"), user("a"), system("t"), user("b")],
      [assistant("hello"), user("s\n\nt\n\na"), user("b")],
    ],
    [
      [system("s"), assistant("hello")],
      [user("s"), assistant("hello")],
    ],
    [[system("s"), system(""), system("t")], [user("s\n\nt")]],
    [[system(""), user("a")], [user("a")]],
    [[system("")], [user("")]],
  ])("%j becomes %j", (messages, expected) => {
    expect(toProxyCall({ messages }).messages).toEqual(expected);
  });

  // spec: ai-proxy.recent-messages
  test("the last 10 count, a system message before them does not", () => {
    const turns = Array.from({ length: 10 }, (_, turn) => user(`turn ${turn}`));
    expect(toProxyCall({ messages: [system("be brief"), ...turns] }).messages).toEqual(turns);
    const long = user("x".repeat(5000));
    expect(toProxyCall({ messages: [long, ...turns] }).messages).toEqual(turns);
  });

  // spec: ai-proxy.characters
  test.each([
    ["x", 4000, 4001],
    ["汉", 4000, 4001],
    ["🎲", 4000, 4001],
    // Two code points.
    ["👍🏽", 2000, 2001],
  ])("4000 characters are code points: %s", (unit, most, tooMany) => {
    expect(() => toProxyCall({ messages: [user(unit.repeat(most))] })).not.toThrow();
    const split = [user(unit.repeat(most - 1)), assistant(unit), system(unit)];
    for (const messages of [[user(unit.repeat(tooMany))], split]) {
      expect(() => toProxyCall({ messages })).toThrow(
        /^messages must have at most 4000 characters/,
      );
    }
  });

  test("what a message has beside role and content, which nobody counts, reaches no provider", () => {
    const messages = [
      { ...system("s"), name: "more" },
      { ...user("a"), name: "more" },
      { ...assistant("b"), tool_calls: [{ function: { name: "f", arguments: "more" } }] },
    ];
    expect(toProxyCall({ messages }).messages).toEqual([user("s\n\na"), assistant("b")]);
  });

  test("there is at least one", () => {
    expect(() => toProxyCall({ messages: [] })).toThrow(/^messages must have at least one/);
  });
});

const message = fc.record({
  role: fc.constantFrom("system" as const, "user" as const, "assistant" as const),
  content: fc.string({ unit: "binary", maxLength: 300 }),
});

test("nothing of the recent messages is lost, and no role is system", () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 15 }), (messages) => {
      const recent = messages.slice(-10);
      const { messages: sent } = toProxyCall({ messages });
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length).toBeLessThanOrEqual(10);
      expect(sent.map(({ role }) => role)).not.toContain("system");
      // The others in their order, of which one has the system contents before its own.
      const others = recent.filter(({ role }) => role !== "system");
      const rest = sent.slice(sent.length - others.length);
      expect(rest.map(({ role }) => role)).toEqual(others.map(({ role }) => role));
      for (const [index, { content }] of others.entries()) {
        expect(rest[index]?.content.endsWith(content)).toBe(true);
      }
      const all = sent.map(({ content }) => content).join("");
      for (const { content } of recent) expect(all).toContain(content);
      // To do it again changes nothing.
      expect(toProxyCall({ messages: sent }).messages).toEqual(sent);
    }),
  );
});

// spec: ai-proxy.max-tokens, ai-proxy.temperature
test("numbers are clamped, whatever they are", () => {
  const numbers = fc.double({ noNaN: true });
  fc.assert(
    fc.property(numbers, numbers, (max_tokens, temperature) => {
      const call = toProxyCall({ messages: [user("a")], max_tokens, temperature });
      expect(Number.isInteger(call.maxTokens)).toBe(true);
      expect(call.maxTokens).toBeGreaterThanOrEqual(1);
      expect(call.maxTokens).toBeLessThanOrEqual(AI_PROXY_LIMITS.maxTokens);
      expect(call.temperature).toBeGreaterThanOrEqual(0);
      expect(call.temperature).toBeLessThanOrEqual(AI_PROXY_LIMITS.maxTemperature);
      const isAllowed = temperature >= 0 && temperature <= 1.5;
      expect(call.temperature === temperature).toBe(isAllowed);
    }),
  );
  expect(toProxyCall({ messages: [user("a")] })).toMatchObject({
    maxTokens: 800,
    temperature: 0.7,
  });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:DB8:0:0:ffff::2", "2001:db8:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("requests of %s are counted for %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
