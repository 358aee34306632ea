import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue } from "../src/main/fairness/fair-queue.ts";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";

interface Item {
  readonly account: UsageAccount;
  readonly name: string;
}

const createPlugin = (): ((user: number) => UsageAccount) =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).installation;

/** Serves everything; each turn takes the given milliseconds. */
function serve(queue: FairQueue<Item>, msOf: (item: Item) => number = () => 1): string[] {
  const names: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
    item.account.chargeSlice(msOf(item), false);
    names.push(item.name);
  }
  return names;
}

test("a group with one item is served next, however many another has queued before", () => {
  const queue = new FairQueue<Item>();
  const [many, one] = [createPlugin()(1), createPlugin()(1)];
  for (let index = 0; index < 1000; index++) queue.push({ account: many, name: "many" });
  const served = [0, 1, 2].map(() => {
    const item = queue.shift();
    return item?.name;
  });
  expect(served).toEqual(["many", "many", "many"]);
  queue.push({ account: one, name: "one" });
  expect(serve(queue).indexOf("one")).toBeLessThan(2);
});

test("shares are of time, not of turns: by plugin, and by installation within one", () => {
  const queue = new FairQueue<Item>();
  const [long, short] = [createPlugin()(1), createPlugin()];
  for (let index = 0; index < 100; index++) {
    queue.push({ account: long, name: "long" });
    queue.push({ account: short(1), name: "short 1" });
    queue.push({ account: short(2), name: "short 2" });
  }
  const first = serve(queue, ({ name }) => (name === "long" ? 1.9 : 0.19)).slice(0, 110);
  const count = (name: string): number => first.filter((other) => other === name).length;
  expect(count("long")).toBeLessThan(25);
  expect(Math.abs(count("short 1") - count("short 2"))).toBeLessThan(5);
});

test("a slow group comes after all others; one that comes back from a pause has saved nothing up", () => {
  const queue = new FairQueue<Item>();
  const [slow, busy, late] = [createPlugin()(1), createPlugin()(1), createPlugin()(1)];
  slow.becomeSlow();
  queue.push({ account: slow, name: "slow" });
  for (let index = 0; index < 20; index++) queue.push({ account: busy, name: "busy" });
  for (let index = 0; index < 10; index++) serveOne(queue);
  for (let index = 0; index < 10; index++) queue.push({ account: late, name: "late" });
  const rest = serve(queue);
  expect(rest.at(-1)).toBe("slow");
  expect(rest.slice(0, 10).filter((name) => name === "late").length).toBeLessThan(8);
});

function serveOne(queue: FairQueue<Item>): void {
  const item = queue.shift();
  item?.account.chargeSlice(1, false);
}

test("whatever is pushed and removed, each item comes out once, in its account's order", () => {
  const step = fc.record({
    plugin: fc.nat(3),
    user: fc.nat(2),
    action: fc.constantFrom("push", "push", "shift", "remove"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const plugins = [createPlugin(), createPlugin(), createPlugin(), createPlugin()];
      const queue = new FairQueue<Item>();
      const expected = new Map<UsageAccount, Item[]>();
      const check = (item: Item | undefined): void => {
        if (item === undefined) return;
        expect(expected.get(item.account)?.shift()).toBe(item);
      };
      for (const [index, { plugin, user, action }] of steps.entries()) {
        const account = plugins[plugin]?.(user);
        if (account === undefined) continue;
        const own = expected.get(account) ?? [];
        expected.set(account, own);
        if (action === "push") {
          const item = { account, name: String(index) };
          own.push(item);
          queue.push(item);
        } else if (action === "shift") check(queue.shift());
        else {
          const item = own.pop();
          if (item !== undefined) queue.remove(item);
        }
      }
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) check(item);
      expect([...expected.values()].flat()).toEqual([]);
    }),
  );
});

test("queues of one virtual time: what a plugin has used is counted for no other one", () => {
  const time = { ms: 0 };
  const [workers, formatter] = [new FairQueue<Item>(time), new FairQueue<Item>(time)];
  // Not slow: so it is again some time after it has computed for long.
  const alone = { isContended: () => false, onOver: () => {} };
  const used = createPluginAccounts(alone).installation(1);
  const [writes, short] = [createPlugin()(1), createPlugin()(1)];
  // It has computed for long, and has a turn for a long reply.
  used.chargeSlice(20_000, false);
  formatter.push({ account: used, name: "used" });
  formatter.shift();
  // Another one has a turn there too, and comes back to the workers beside one with many short slices.
  formatter.push({ account: writes, name: "writes" });
  formatter.shift();
  for (let slice = 0; slice < 100; slice++) workers.push({ account: short, name: "short" });
  workers.push({ account: writes, name: "writes" });
  expect(serve(workers).indexOf("writes")).toBeLessThan(3);
});
