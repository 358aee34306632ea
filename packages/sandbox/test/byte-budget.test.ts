import fc from "fast-check";
import { expect, test } from "vitest";
import { createByteBudget, type Reservation } from "../src/main/fairness/byte-budget.ts";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";

const createAccount = (): UsageAccount =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).installation(1);

/** A budget in which requests of at most 8 bytes are small, and 128 bytes are reserved for them. */
const SIZES = { total: 1024, perPlugin: 600 };
const SMALL = 8;

/** A budget with a list of what it has granted, by name. */
function openBudget(): {
  granted: string[];
  ask: (account: UsageAccount, bytes: number, name: string) => () => void;
  /** Releases a granted request. */
  release: (name: string) => void;
  resize: (name: string, bytes: number) => void;
} {
  const budget = createByteBudget(SIZES);
  const open = new Map<string, Reservation>();
  const granted: string[] = [];
  return {
    granted,
    ask: (account, bytes, name) =>
      budget.reserve(account, bytes, (reservation) => {
        granted.push(name);
        open.set(name, reservation);
      }),
    release: (name) => open.get(name)?.release(),
    resize: (name, bytes) => open.get(name)?.resize(bytes),
  };
}

test("bytes are reserved until they are released; a request for too many waits", () => {
  const { granted, ask, release, resize } = openBudget();
  const [one, other, third] = [createAccount(), createAccount(), createAccount()];
  ask(one, 300, "first");
  ask(one, 320, "beyond its share");
  ask(other, 290, "other");
  const takeBack = ask(third, 400, "beyond the total");
  expect(granted).toEqual(["first", "other"]);
  takeBack();
  resize("first", 50);
  expect(granted).toEqual(["first", "other", "beyond its share"]);
  for (const name of granted) release(name);
  // Alone, a plugin may have what is larger than its share.
  ask(one, 5000, "large");
  expect(granted.at(-1)).toBe("large");
});

test("bytes that are there already are counted beyond the bounds, and others wait for them", () => {
  const budget = createByteBudget(SIZES);
  const account = createAccount();
  const held = [700, 500].map((bytes) => budget.hold(account, bytes));
  const granted: string[] = [];
  budget.reserve(createAccount(), 100, () => granted.push("other"));
  held[0]?.resize(600);
  expect(granted).toEqual([]);
  for (const reservation of held) reservation.release();
  expect(granted).toEqual(["other"]);
});

test("a waiting large request does not hold a small one of any plugin", () => {
  const { granted, ask } = openBudget();
  const hostile = [createAccount(), createAccount(), createAccount()];
  // Fetches from servers that never answer.
  for (const [index, account] of hostile.entries()) {
    for (let fetch = 0; fetch < 20; fetch++) ask(account, 100, `hostile ${index} ${fetch}`);
  }
  const before = granted.length;
  expect(before).toBeLessThan(60);
  ask(createAccount(), SMALL, "small of another plugin");
  ask(hostile[0] ?? createAccount(), SMALL, "small of a plugin that waits");
  expect(granted.slice(before)).toEqual([
    "small of another plugin",
    "small of a plugin that waits",
  ]);
});

test("what some plugins hold leaves room for a large request of another one", () => {
  const { granted, ask } = openBudget();
  for (const name of ["a", "b", "c"]) {
    const account = createAccount();
    for (let fetch = 0; fetch < 20; fetch++) ask(account, 40, `${name} ${fetch}`);
  }
  ask(createAccount(), 40, "newcomer");
  expect(granted.at(-1)).toBe("newcomer");
});

test("small requests without a pause do not starve a large one", () => {
  const { granted, ask, release } = openBudget();
  const [large, small] = [createAccount(), createAccount()];
  const holders = ["a", "b", "c", "d"];
  for (const name of holders) ask(createAccount(), 200, name);
  ask(large, 500, "large");
  expect(granted).not.toContain("large");
  let asked = 0;
  for (const name of holders) {
    // More small requests than the reserve has places for; each one that ends is followed by two.
    for (let times = 0; times < 40; times++) {
      ask(small, SMALL, `small ${asked++}`);
      ask(small, SMALL, `small ${asked++}`);
      release(`small ${times}`);
    }
    release(name);
  }
  expect(granted).toContain("large");
});

test("an answer that is larger than expected leaves the reserve to small ones", () => {
  const { granted, ask, resize } = openBudget();
  ask(createAccount(), 896, "all but the reserve");
  for (let n = 0; n < 17; n++) ask(createAccount(), SMALL, `small ${n}`);
  expect(granted.at(-1)).toBe("small 15");
  resize("small 0", 400);
  expect(granted.at(-1)).toBe("small 16");
});

test("the bounds hold, all is granted in the end, and the large requests of each plugin in order", () => {
  const wish = fc.record({
    plugin: fc.nat(3),
    bytes: fc.oneof(fc.integer({ min: 1, max: SMALL }), fc.integer({ min: 1, max: 500 })),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 80 }), fc.infiniteStream(fc.nat()), (wishes, picks) => {
      const budget = createByteBudget(SIZES);
      const accounts = [createAccount(), createAccount(), createAccount(), createAccount()];
      const open: { plugin: number; bytes: number; reservation: Reservation }[] = [];
      const granted: number[][] = [[], [], [], []];
      const check = (): void => {
        const sum = (rows: typeof open): number => rows.reduce((all, { bytes }) => all + bytes, 0);
        expect(sum(open)).toBeLessThanOrEqual(SIZES.total);
        const large = open.filter(({ bytes }) => bytes > SMALL);
        for (const plugin of accounts.keys()) {
          const held = sum(large.filter((row) => row.plugin === plugin));
          expect(held).toBeLessThanOrEqual(SIZES.perPlugin);
        }
      };
      for (const [index, { plugin, bytes }] of wishes.entries()) {
        const account = accounts[plugin];
        if (account === undefined) continue;
        budget.reserve(account, bytes, (reservation) => {
          open.push({ plugin, bytes, reservation });
          granted[plugin]?.push(index);
          check();
        });
      }
      while (open.length > 0) {
        const [row] = open.splice((picks.next().value ?? 0) % open.length, 1);
        row?.reservation.release();
        // Once is enough.
        row?.reservation.release();
        check();
      }
      expect(granted.flat().length).toBe(wishes.length);
      for (const own of granted) {
        const large = own.filter((index) => (wishes[index]?.bytes ?? 0) > SMALL);
        expect(large).toEqual(large.toSorted((a, b) => a - b));
      }
    }),
  );
});

test("whatever large requests hold and wait for: a small one is granted at once", () => {
  const wish = fc.record({ plugin: fc.nat(5), bytes: fc.integer({ min: SMALL + 1, max: 2000 }) });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 60 }), (wishes) => {
      const { granted, ask } = openBudget();
      const accounts = Array.from({ length: 6 }, createAccount);
      for (const [index, { plugin, bytes }] of wishes.entries()) {
        ask(accounts[plugin] ?? createAccount(), bytes, `large ${index}`);
      }
      for (const [plugin, account] of [...accounts, createAccount()].entries()) {
        ask(account, SMALL, `small ${plugin}`);
        expect(granted.at(-1)).toBe(`small ${plugin}`);
      }
    }),
  );
});
