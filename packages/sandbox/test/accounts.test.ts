import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@botwright/sandbox";
import { expect, onTestFinished, test, vi } from "vitest";
import { createContention } from "../src/main/fairness/contention.ts";
import { TokenBucket } from "../src/main/fairness/token-bucket.ts";
import { type BudgetName, type BudgetOptions, readBudgets } from "../src/main/fairness/budgets.ts";
import { createPluginAccounts, type PluginAccounts } from "../src/main/fairness/usage-account.ts";
import type { SchedulingClass } from "../src/main/fairness/slowness.ts";

/** A plugin's accounts beside another plugin, and the budgets that were reported as exceeded. */
function createAccounts(
  isContended = true,
  given: BudgetOptions = {},
): { accounts: PluginAccounts; told: BudgetName[] } {
  const told: BudgetName[] = [];
  const accounts = createPluginAccounts({
    budgets: readBudgets(given),
    isContended: () => isContended,
    onOver: (budget) => told.push(budget),
  });
  return { accounts, told };
}

test("a bucket goes into debt, pays it by and by, and is never fuller than full", () => {
  const bucket = new TokenBucket({ capacity: 10, perSecond: 2 }, 0);
  bucket.take(10, 0);
  expect(bucket.debtMs(0)).toBe(0);
  bucket.take(4, 0);
  expect(bucket.debtMs(0)).toBe(2000);
  expect(bucket.debtMs(1500)).toBe(500);
  expect(bucket.debtMs(60_000)).toBe(0);
  bucket.take(10, 60_000);
  expect(bucket.debtMs(60_000)).toBe(0);
  // However much is used at once: ten seconds pay it.
  bucket.take(1e9, 60_000);
  expect(bucket.debtMs(60_000)).toBe(10_000);
  bucket.takeRest(5, 60_000);
  expect(bucket.debtMs(60_000)).toBe(10_000);
  // What is there is taken, and no more.
  bucket.takeRest(1e9, 80_000);
  expect(bucket.debtMs(80_000)).toBe(0);
  bucket.take(2, 80_000);
  expect(bucket.debtMs(80_000)).toBe(1000);
});

test("a plugin that computes long is slow, in one installation or in all", () => {
  const { accounts, told } = createAccounts();
  const [one, other] = [accounts.installation(1), accounts.installation(2)];
  one.chargeSlice(1, false);
  expect(one.schedulingClass).toBe("normal");
  one.chargeSlice(40, false);
  expect([one.schedulingClass, other.schedulingClass]).toEqual(["slow", "normal"]);
  other.becomeSlow();
  expect([other.schedulingClass, accounts.installation(3).schedulingClass]).toEqual([
    "slow",
    "slow",
  ]);
  expect(told).toEqual(["cpu", "cpu"]);
  // Slow calls begin at once: no other call waits for them.
  expect(one.startDelayMs()).toBe(0);
});

test("a plugin is slow for half a second, and twice as long each further time", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { plugin } = createAccounts().accounts;
  const slowFor = (): number => {
    plugin.becomeSlow();
    const started = performance.now();
    while (plugin.schedulingClass === "slow") vi.advanceTimersByTime(100);
    return performance.now() - started;
  };
  const times = Array.from({ length: 7 }, slowFor);
  expect(times).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  // Who computes long while it is slow does not wait for the end of that.
  for (let slice = 0; slice < 3; slice++) plugin.becomeSlow();
  vi.advanceTimersByTime(9999);
  expect(plugin.schedulingClass).toBe("slow");
  // It has been quick for ten seconds.
  vi.advanceTimersByTime(10_002);
  expect(slowFor()).toBe(500);
});

test("a plugin that is alone uses every worker in a burst; one that holds a worker for long is slow all the same", () => {
  const alone = createAccounts(false).accounts.installation(1);
  for (let slice = 0; slice < 100; slice++) alone.chargeSlice(5, true);
  expect(alone.schedulingClass).toBe("normal");
  alone.becomeSlow();
  expect(alone.schedulingClass).toBe("slow");
});

/** How a plugin is scheduled after so many slices of so many milliseconds. */
function classAfter(slices: number, ms: number): SchedulingClass {
  const { plugin } = createAccounts().accounts;
  for (let slice = 0; slice < slices; slice++) plugin.chargeSlice(ms, true);
  return plugin.schedulingClass;
}

test("very many short slices make a plugin slow as long ones do, and fewer do not", () => {
  // What others wait for in sum grows with the square of their length.
  expect([classAfter(150, 0.8), classAfter(250, 0.8)]).toEqual(["normal", "slow"]);
  expect([classAfter(5000, 0.2), classAfter(50, 2)]).toEqual(["normal", "slow"]);
});

test("a plugin that uses up another budget waits as long as others are there, and one event says so", () => {
  const { accounts, told } = createAccounts();
  const account = accounts.installation(1);
  // Short steps are what every host call costs: only very many of them delay.
  for (let step = 0; step < 100; step++) account.chargeStep(0.4);
  account.chargeStep(10);
  expect(account.stepDelayMs()).toBe(0);
  account.chargeStep(10);
  account.chargeStep(15);
  expect(account.stepDelayMs()).toBeGreaterThan(200);
  expect(account.startDelayMs()).toBeGreaterThan(200);
  expect(accounts.installation(2).startDelayMs()).toBe(0);
  for (let call = 0; call < 5; call++) accounts.installation(2).chargeBrokenLimit();
  expect(accounts.installation(2).startDelayMs()).toBeGreaterThan(3000);
  expect(accounts.installation(2).stepDelayMs()).toBe(0);
  // What every call has is free.
  accounts.installation(3).chargeMemory(0, 33_554_432);
  accounts.installation(3).chargeMemory(33_554_432, 2 ** 28);
  accounts.installation(3).chargeMemory(2 ** 28, 2 ** 29);
  expect(told).toEqual(["main-thread", "broken-limits", "memory", "memory"]);
  const busy = accounts.installation(4);
  for (let step = 0; step < 500; step++) busy.chargeStep(0.2);
  expect(busy.stepDelayMs()).toBeGreaterThan(200);
  expect(told.at(-1)).toBe("short-steps");
  const alone = createAccounts(false).accounts.installation(1);
  alone.chargeStep(1000);
  expect(alone.startDelayMs()).toBe(0);
});

test("what a plugin uses while it is alone it does not owe to those who come later", () => {
  let isContended = false;
  const { plugin } = createPluginAccounts({
    isContended: () => isContended,
    onOver: () => {},
  });
  for (let step = 0; step < 100; step++) {
    plugin.chargeSlice(100, true);
    plugin.chargeStep(100);
    plugin.chargeMemory(0, 2 ** 30);
    plugin.chargeTransfer(0, 2 ** 30);
    plugin.chargeLoad(100);
  }
  isContended = true;
  expect([plugin.startDelayMs(), plugin.loadDelayMs()]).toEqual([0, 0]);
  // From now on it has no more than its part.
  plugin.chargeStep(10);
  expect(plugin.startDelayMs()).toBeGreaterThan(100);
  plugin.chargeSlice(10, true);
  expect(plugin.schedulingClass).toBe("heavy");
});

test("a slow plugin is heavy as long as its slices are expected to be long; new installations begin like it", () => {
  const { accounts } = createAccounts();
  const [user, other] = [accounts.installation(1), accounts.installation(2)];
  user.chargeSlice(300, false);
  expect([user.schedulingClass, other.schedulingClass]).toEqual(["heavy", "slow"]);
  expect(accounts.installation(3).schedulingClass).toBe("heavy");
  for (let slice = 0; slice < 3; slice++) user.chargeSlice(15, false);
  expect(user.schedulingClass).toBe("slow");
});

test("what a call moves into and out of its machine counts, beyond 128 KiB", () => {
  const { accounts, told } = createAccounts();
  const account = accounts.installation(1);
  for (let call = 0; call < 1000; call++) account.chargeTransfer(0, 131_072);
  account.chargeTransfer(131_072, 4_000_000);
  expect(account.startDelayMs()).toBe(0);
  account.chargeTransfer(4_000_000, 16_000_000);
  expect(account.startDelayMs()).toBeGreaterThan(500);
  // The installation's budget, and the plugin's. Both hold up host calls, too.
  expect(told).toEqual(["transfer", "transfer"]);
  expect(account.stepDelayMs()).toBeGreaterThan(500);
});

test("a plugin whose files take long to load waits with the next one, and its calls do not", () => {
  const { accounts, told } = createAccounts();
  for (let file = 0; file < 2; file++) accounts.plugin.chargeLoad(19);
  expect(accounts.plugin.loadDelayMs()).toBe(0);
  accounts.plugin.chargeLoad(30);
  expect(accounts.plugin.loadDelayMs()).toBeGreaterThan(400);
  expect(accounts.plugin.startDelayMs()).toBe(0);
  expect(told).toEqual(["loading"]);
});

test("a plugin that stays at its budget is reported once in a second", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const quick = { capacity: 1, perSecond: 1000 };
  const { accounts, told } = createAccounts(true, { plugin: { "main-thread": quick } });
  for (let step = 0; step < 100; step++) {
    accounts.plugin.chargeStep(10.5);
    expect(accounts.plugin.stepDelayMs()).toBe(9);
    vi.advanceTimersByTime(10);
    expect(accounts.plugin.stepDelayMs()).toBe(0);
  }
  expect(told).toEqual(["main-thread"]);
  accounts.plugin.chargeStep(10.5);
  expect(told).toEqual(["main-thread", "main-thread"]);
});

test("a call that was suspended pays for its memory", () => {
  const { accounts } = createAccounts();
  const account = accounts.installation(1);
  account.chargeSuspension(0.9);
  account.chargeSuspension(25);
  expect(account.virtualMs).toBeCloseTo(25.9);
  expect(account.schedulingClass).toBe("normal");
  account.chargeSuspension(25);
  expect(account.schedulingClass).toBe("slow");
});

test("an installation that is not called for long is forgotten, the others are not", () => {
  const { accounts } = createAccounts();
  const first = accounts.installation(0);
  for (let user = 1; user <= 1000; user++) accounts.installation(user);
  expect(accounts.installation(1000)).toBe(accounts.installation(1000));
  expect(accounts.installation(0)).not.toBe(first);
});

test("a plugin is alone until another one is called", async () => {
  const contention = createContention();
  const [one, other] = [createAccounts().accounts.plugin, createAccounts().accounts.plugin];
  contention.seen(one);
  contention.seen(one);
  expect(contention.isContended(one)).toBe(false);
  expect(contention.isContended(other)).toBe(true);
  contention.seen(other);
  contention.seen(one);
  expect(contention.isContended(one)).toBe(true);
  await sleep(1100);
  expect(contention.isContended(one)).toBe(false);
});

test("budgets that are not given have their defaults, and others are checked", async () => {
  const given = { plugin: { cpu: undefined, memory: { capacity: 1, perSecond: 1 } } };
  expect(readBudgets(given).plugin).toMatchObject({
    cpu: { capacity: 90, perSecond: 120 },
    memory: { capacity: 1, perSecond: 1 },
  });
  for (const budget of [
    { capacity: 1, perSecond: 0 },
    { capacity: Number.NaN, perSecond: 1 },
  ]) {
    const budgets = { installation: { "main-thread": budget } };
    expect(() => createSandbox({ budgets })).toThrow(/budgets\.installation\["main-thread"\]/u);
  }
});

test("a plugin is proven after some slices, and not for some time after it was slow", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { plugin, installation } = createAccounts().accounts;
  for (let slice = 0; slice < 19; slice++) installation(1).chargeSlice(0.2, false);
  expect(plugin.standing).toBe("new");
  plugin.chargeSlice(0.2, false);
  const all = [plugin, installation(1), installation(2)];
  expect(all.map(({ standing }) => standing)).toEqual(["proven", "proven", "proven"]);
  installation(2).becomeSlow();
  vi.advanceTimersByTime(5000);
  expect(installation(1).standing).toBe("suspect");
  vi.advanceTimersByTime(1000);
  expect(installation(1).standing).toBe("proven");
  for (let time = 0; time < 9; time++) plugin.becomeSlow();
  vi.advanceTimersByTime(60_000);
  expect(plugin.standing).toBe("suspect");
  vi.advanceTimersByTime(11_000);
  expect(plugin.standing).toBe("proven");
});

test("the time for which a plugin is slow begins with the end of what made it slow", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { plugin } = createAccounts().accounts;
  plugin.becomeSlow();
  vi.advanceTimersByTime(900);
  plugin.chargeSlice(80, false);
  vi.advanceTimersByTime(400);
  expect(plugin.schedulingClass).not.toBe("normal");
  vi.advanceTimersByTime(20_000);
  expect(plugin.schedulingClass).toBe("normal");
});
