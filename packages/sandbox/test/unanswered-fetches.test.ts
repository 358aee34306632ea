import { createSandbox, type SandboxFetch } from "@botwright/sandbox";
import { expect, test, vi } from "vitest";
import { createContext } from "./context.ts";

/** Calls, each with more fetches open at once than the byte budget of one plugin allows. */
const CALLS = 3;

/** Asks servers that never answer; the number makes each a file of its own. */
const hostile = (number: number): string => `// ${number}
export async function handler() {
  await Promise.all(Array.from({ length: 8 }, () => fetch("https://api.example/never")));
}`;

const good = `export async function handler({ storage }) {
  await storage.set("seen", (await (await fetch("https://api.example/")).text()).length);
  return { handled: (await storage.get("seen")) === 2 };
}`;

test("plugins whose servers never answer hold no host call of another plugin", async () => {
  let unanswered = 0;
  const fetch: SandboxFetch = async (url, { signal }) => {
    if (!url.endsWith("/never")) return new Response("ok");
    unanswered++;
    await new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    return new Response();
  };
  // No fetch ends because its time is up.
  const limits = { fetchMs: 3_600_000, wallMs: 3_600_000 };
  await using sandbox = createSandbox({ workers: 2, fetch, limits });
  const attackers = await Promise.all([1, 2, 3].map((number) => sandbox.load(hostile(number))));
  const plugin = await sandbox.load(good, { slug: "good" });
  const { context } = createContext();
  const calls = attackers.flatMap((attacker) =>
    Array.from({ length: CALLS }, () => attacker.handler(context).catch(() => {})),
  );
  // The budget grants no more.
  let before = -1;
  await vi.waitUntil(
    () => {
      const isLevel = unanswered > 8 && unanswered === before;
      before = unanswered;
      return isLevel;
    },
    { interval: 50 },
  );
  expect(unanswered).toBeLessThan(attackers.length * CALLS * 8);
  expect(await plugin.handler(context)).toEqual({ handled: true });
  await sandbox.close({ graceMs: 0 });
  await Promise.all(calls);
});
