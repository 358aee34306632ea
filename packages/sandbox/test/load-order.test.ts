import { expect, test } from "vitest";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { createDispatch, type Dispatch } from "../src/main/threads/slice-dispatch.ts";
import { idleWorker, NO_WORKERS } from "./fake-worker.ts";

const createAccount = (): UsageAccount =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).plugin;

/** A dispatch whose loads begin once `open` is called and end at once; `begun` has their names in order. */
function createLane(): {
  begun: string[];
  add(name: string, kind: "load" | "reload", account?: UsageAccount, ms?: number): void;
  /** Lets no load begin. */
  close(): void;
  open(): void;
} {
  const begun: string[] = [];
  let isOpen = false;
  const dispatch: Dispatch = createDispatch({
    ...NO_WORKERS,
    takeLoader: () => (isOpen ? idleWorker : undefined),
  });
  return {
    begun,
    add(name, kind, account = createAccount(), ms = 1) {
      dispatch.add({
        kind,
        account,
        thread: undefined,
        post(thread) {
          begun.push(name);
          account.chargeLoad(ms);
          queueMicrotask(() => dispatch.endLoad(thread));
        },
        leave: () => {},
        fail: () => {},
      });
    },
    close: () => void (isOpen = false),
    open() {
      isOpen = true;
      dispatch.pump();
    },
  };
}

test("files whose images were evicted come before others, which have every fourth turn", async () => {
  const lane = createLane();
  for (let file = 0; file < 2; file++) lane.add(`load ${file}`, "load");
  for (let file = 0; file < 7; file++) lane.add(`reload ${file}`, "reload");
  lane.open();
  await expect.poll(() => lane.begun.length).toBe(9);
  expect(lane.begun.map((name) => name.split(" ")[0])).toEqual(
    "rrrlrrrlr".split("").map((kind) => (kind === "r" ? "reload" : "load")),
  );
});

test("the plugin whose files took long to load comes after others, not the one that loaded more", async () => {
  const lane = createLane();
  const [attacker, good] = [createAccount(), createAccount()];
  lane.open();
  lane.add("attack", "reload", attacker, 1000);
  for (let file = 0; file < 3; file++) lane.add("good", "reload", good);
  await expect.poll(() => lane.begun.length).toBe(4);
  lane.close();
  lane.add("attack", "reload", attacker, 1000);
  lane.add("good", "reload", good);
  lane.open();
  await expect.poll(() => lane.begun.length).toBe(6);
  expect(lane.begun.slice(4)).toEqual(["good", "attack"]);
});
