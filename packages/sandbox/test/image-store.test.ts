import fc from "fast-check";
import { expect, test } from "vitest";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { createImageStore } from "../src/main/image-store.ts";
import type { MemoryDiff } from "../src/protocol/memory-image.ts";

const createPlugin = (): UsageAccount =>
  createPluginAccounts({ isContended: () => true, onOver: () => {} }).plugin;

const imageOf = (bytes: number): MemoryDiff => ({
  end: 0,
  blocks: new Uint32Array(),
  bytes: new Uint8Array(bytes),
});

/** A store with a clock that the test moves, and with what it evicts. */
function openStore(maxBytes: number) {
  const evicted: number[] = [];
  const clock = { ms: 0 };
  const forget = (id: number): void => void evicted.push(id);
  const store = createImageStore({ maxBytes, forget, now: () => clock.ms });
  /** Uses an image; returns whether its file had to be loaded again. */
  const use = async (id: number, plugin: UsageAccount, bytes: number): Promise<boolean> => {
    let isReloaded = false;
    await store.get(id, plugin, async () => {
      isReloaded = true;
      return imageOf(bytes);
    });
    return isReloaded;
  };
  const add: typeof store.add = (...image) => store.add(...image);
  return { add, evicted, clock, use };
}

test("the plugin whose images take most loses its own, whatever it loads and calls", async () => {
  const { add, use, evicted } = openStore(100);
  const [good, attacker] = [createPlugin(), createPlugin()];
  add(1, good, imageOf(10));
  for (let id = 2; id < 12; id++) add(id, attacker, imageOf(30));
  for (let id = 2; id < 12; id++) await use(id, attacker, 30);
  expect(evicted).not.toContain(1);
  expect(await use(1, good, 10)).toBe(false);
});

test("attackers with a large image each evict each other", async () => {
  const { add, use, evicted } = openStore(100);
  const good = Array.from({ length: 5 }, createPlugin);
  for (const [id, plugin] of good.entries()) add(id, plugin, imageOf(4));
  const attackers = Array.from({ length: 8 }, createPlugin);
  for (const [index, plugin] of attackers.entries()) add(100 + index, plugin, imageOf(32));
  for (const [index, plugin] of attackers.entries()) await use(100 + index, plugin, 32);
  expect(evicted.every((id) => id >= 100)).toBe(true);
  for (const [id, plugin] of good.entries()) expect(await use(id, plugin, 4)).toBe(false);
});

test("of plugins that take the same, the least recently used one gives way", async () => {
  const { add, use, evicted } = openStore(100);
  const plugins = [createPlugin(), createPlugin(), createPlugin()];
  for (const [id, plugin] of plugins.slice(0, 2).entries()) add(id, plugin, imageOf(40));
  const [first, , third] = plugins;
  if (first === undefined || third === undefined) throw new Error("there are three");
  await use(0, first, 40);
  add(2, third, imageOf(40));
  expect(evicted).toEqual([1]);
});

test("an idle image gives way first, however small", async () => {
  const { add, use, clock, evicted } = openStore(100);
  const [idle, small, large] = [createPlugin(), createPlugin(), createPlugin()];
  add(1, idle, imageOf(10));
  add(2, small, imageOf(10));
  clock.ms = 600_000;
  await use(2, small, 10);
  add(3, large, imageOf(85));
  expect(evicted).toEqual([1]);
});

test("an image larger than the store is evicted at once, and no other one", () => {
  const { add, evicted } = openStore(100);
  add(1, createPlugin(), imageOf(60));
  add(2, createPlugin(), imageOf(200));
  expect(evicted).toEqual([2]);
});

test("the bound holds, and an image in use stays while other plugins take more", async () => {
  const action = fc.record({ id: fc.nat(19), ms: fc.nat(1000) });
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(action, { maxLength: 100 }), async (bytes, actions) => {
      const plugins = Array.from({ length: 7 }, createPlugin);
      const stored = new Map<number, number>();
      const ownerOf = (id: number): number => id % plugins.length;
      const sumOf = (owner: number): number =>
        [...stored].reduce((sum, [id, size]) => sum + (ownerOf(id) === owner ? size : 0), 0);
      const forget = (id: number): void => {
        const most = Math.max(...plugins.map((_plugin, owner) => sumOf(owner)));
        expect(sumOf(ownerOf(id))).toBe(most);
        stored.delete(id);
      };
      const store = createImageStore({ maxBytes: 100, forget, now: () => 0 });
      for (const { id } of actions) {
        const plugin = plugins[ownerOf(id)];
        const size = bytes[id];
        if (plugin === undefined || size === undefined) continue;
        await store.get(id, plugin, async () => {
          stored.set(id, size);
          return imageOf(size);
        });
        expect([...stored.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
      }
    }),
  );
});
