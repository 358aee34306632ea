import { startSimulator } from "@botwright/simulators";
import { expect, test, vi } from "vitest";
import { TypingLog } from "../src/api/typing-log.ts";
import { rawBot } from "./raw-bot.ts";

test("a listener is called after each message and indicator, until it is disposed", async () => {
  await using telegram = await startSimulator("telegram");
  await telegram.say({ from: "1001", text: "hello" });
  const { call } = rawBot(telegram);
  const seen: string[] = [];
  const subscription = telegram.onChange(() => {
    const typing = telegram.typing().filter(({ state }) => state === "shown");
    seen.push(`${telegram.sent().length} sent, ${typing.length} typing`);
  });
  await call("sendChatAction", { chat_id: 1001, action: "typing" });
  await call("sendMessage", { chat_id: 1001, text: "one" });
  expect(seen[0]).toBe("0 sent, 1 typing");
  expect(seen.at(-1)).toBe("1 sent, 0 typing");
  const { length } = seen;
  subscription[Symbol.dispose]();
  await call("sendMessage", { chat_id: 1001, text: "two" });
  expect(seen).toHaveLength(length);
});

test("an indicator that expires is reported once, at its end", () => {
  vi.useFakeTimers();
  try {
    const log = new TypingLog(() => Date.now());
    const states: (string | undefined)[] = [];
    log.onChange = () => states.push(log.all()[0]?.state);
    log.show("1001", "typing", 5000);
    vi.advanceTimersByTime(3000);
    log.show("1001", "typing", 5000);
    vi.advanceTimersByTime(4999);
    expect(states).toEqual(["shown", "shown"]);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual(["shown", "shown", "expired"]);
    log.show("1001", "typing", Infinity);
    log.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
