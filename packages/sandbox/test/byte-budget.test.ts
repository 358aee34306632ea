import fc from "fast-check";
import { expect, test } from "vitest";
import { createByteBudget, type Reservation } from "../src/main/fairness/byte-budget.ts";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";

const createAccount = (): UsageAccount =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).installation(1);

test("bytes are reserved until they are released; a request for too many waits", () => {
  const budget = createByteBudget({ total: 100, perPlugin: 60 });
  const [one, other] = [createAccount(), createAccount()];
  const granted: string[] = [];
  const open: Reservation[] = [];
  const ask = (account: UsageAccount, bytes: number, name: string): (() => void) =>
    budget.reserve(account, bytes, (reservation) => {
      granted.push(name);
      open.push(reservation);
    });
  ask(one, 50, "first");
  ask(one, 20, "beyond its share");
  ask(other, 50, "other");
  const takeBack = ask(createAccount(), 10, "beyond the total");
  expect(granted).toEqual(["first", "other"]);
  takeBack();
  open[0]?.resize(5);
  expect(granted).toEqual(["first", "other", "beyond its share"]);
  for (const reservation of open) reservation.release();
  // Alone, a plugin may have what is larger than its share.
  ask(one, 500, "large");
  expect(granted.at(-1)).toBe("large");
});

test("whatever is asked for: the bounds hold, all is granted in the end, each plugin in its order", () => {
  const wish = fc.record({ plugin: fc.nat(3), bytes: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 80 }), fc.infiniteStream(fc.nat()), (wishes, picks) => {
      const budget = createByteBudget({ total: 100, perPlugin: 60 });
      const accounts = [createAccount(), createAccount(), createAccount(), createAccount()];
      const open: { plugin: number; bytes: number; reservation: Reservation }[] = [];
      const granted: number[][] = [[], [], [], []];
      const check = (): void => {
        const sum = (rows: typeof open): number => rows.reduce((all, { bytes }) => all + bytes, 0);
        expect(sum(open)).toBeLessThanOrEqual(100);
        for (const plugin of accounts.keys()) {
          expect(sum(open.filter((row) => row.plugin === plugin))).toBeLessThanOrEqual(60);
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
      for (const own of granted) expect(own).toEqual(own.toSorted((a, b) => a - b));
    }),
  );
});
