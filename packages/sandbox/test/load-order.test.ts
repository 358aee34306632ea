import { createSandbox } from "@botwright/sandbox";
import { expect, test } from "vitest";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { createDispatch, type Dispatch } from "../src/main/threads/slice-dispatch.ts";
import { idleWorker, NO_WORKERS } from "./fake-worker.ts";

const createAccount = (): UsageAccount =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).plugin;

/** How a file is loaded. */
interface Load {
  readonly kind: "load" | "reload";
  readonly isLong?: boolean;
  readonly account?: UsageAccount;
  /** CPU time that it takes. */
  readonly ms?: number;
}

/**
 * A dispatch with one worker for loads, which begin once `open` is called and end at once; `begun` has their names
 * in order.
 */
function createLane(): {
  begun: string[];
  add(name: string, load: Load): void;
  /** Lets no load begin. */
  close(): void;
  open(): void;
} {
  const begun: string[] = [];
  let isOpen = false;
  let isBusy = false;
  const dispatch: Dispatch = createDispatch({
    ...NO_WORKERS,
    takeLoader: () => (isOpen && !isBusy ? idleWorker : undefined),
  });
  return {
    begun,
    add(name, { kind, isLong = false, account = createAccount(), ms = 1 }) {
      dispatch.add({
        kind,
        isLong,
        account,
        thread: undefined,
        post(thread) {
          begun.push(name);
          isBusy = true;
          account.chargeLoad(ms);
          queueMicrotask(() => {
            isBusy = false;
            dispatch.endLoad(thread);
          });
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

const fileOf = (slug: string, code = ""): string =>
  `export const meta = { slug: "${slug}" }; ${code}
  export async function handler() { return { handled: true }; }`;

test("files whose images were evicted come before others, which have every fourth turn", async () => {
  const lane = createLane();
  for (let file = 0; file < 2; file++) lane.add(`load ${file}`, { kind: "load" });
  for (let file = 0; file < 7; file++) lane.add(`reload ${file}`, { kind: "reload" });
  lane.open();
  await expect.poll(() => lane.begun.length).toBe(9);
  expect(lane.begun.map((name) => name.split(" ")[0])).toEqual(
    "rrrlrrrlr".split("").map((kind) => (kind === "r" ? "reload" : "load")),
  );
});

test("files that take long wait for the others, and get a turn after twenty of them", async () => {
  const lane = createLane();
  lane.add("long", { kind: "load", isLong: true });
  lane.add("long", { kind: "load", isLong: true });
  for (let file = 0; file < 25; file++) lane.add("short", { kind: "load" });
  lane.open();
  await expect.poll(() => lane.begun.length).toBe(27);
  const longs = [...lane.begun.entries()].filter(([, name]) => name === "long");
  expect(longs.map(([place]) => place)).toEqual([20, 26]);
});

test(
  "a good file is loaded before files that loop, however many of them came first",
  { tags: ["long"] },
  async () => {
    await using sandbox = createSandbox({ limits: { cpuMs: 300 } });
    await sandbox.load(fileOf("first"));
    const ended: string[] = [];
    const load = async (name: string, code: string): Promise<void> => {
      const outcome = await sandbox.load(fileOf(name, code)).catch((error: unknown) => error);
      ended.push(
        outcome instanceof Error && "code" in outcome ? `${name} ${String(outcome.code)}` : name,
      );
    };
    const loops = Array.from({ length: 6 }, (_, n) => load(`loops-${n}`, "for (;;);"));
    // It needs more than the time that a file has while others wait.
    const busy = load("busy", "for (let n = 0; n < 1e6; n++);");
    await Promise.all([...loops, busy, load("good", "")]);
    const limit = "SANDBOX_CPU_LIMIT";
    // Some that take long may be over before it: the first one, which has all its time, the one behind it, and on a
    // busy machine more. In the order of arrival it would be the last of eight.
    expect(ended.slice(0, 5)).toContain("good");
    expect(ended.toSorted()).toEqual([
      "busy",
      "good",
      ...loops.map((_, n) => `loops-${n} ${limit}`),
    ]);
  },
);

test("the plugin whose files took long to load comes after others, not the one that loaded more", async () => {
  const lane = createLane();
  const [attacker, good] = [createAccount(), createAccount()];
  lane.open();
  lane.add("attack", { kind: "reload", account: attacker, ms: 1000 });
  for (let file = 0; file < 3; file++) lane.add("good", { kind: "reload", account: good });
  await expect.poll(() => lane.begun.length).toBe(4);
  lane.close();
  lane.add("attack", { kind: "reload", account: attacker, ms: 1000 });
  lane.add("good", { kind: "reload", account: good });
  lane.open();
  await expect.poll(() => lane.begun.length).toBe(6);
  expect(lane.begun.slice(4)).toEqual(["good", "attack"]);
});
