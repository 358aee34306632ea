import { createManualClock, type JsonValue } from "@botwright/core";
import {
  type ChatCompletion,
  createMemoryLedger,
  createServices,
  type Ledger,
  type ModelProvider,
  ProviderError,
  refundAbandonedReservations,
} from "@botwright/services";
import fc from "fast-check";
import { expect, test } from "vitest";

/** What one call does: whether it fails, and the tokens that it claims. */
interface Play {
  readonly fails: boolean;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly maxTokens: number;
  /** The same effect as another call with this number. */
  readonly effect: number;
}

const play: fc.Arbitrary<Play> = fc.record({
  fails: fc.boolean(),
  promptTokens: fc.nat({ max: 3_000_000 }),
  completionTokens: fc.nat({ max: 3_000_000 }),
  maxTokens: fc.integer({ min: 1, max: 5000 }),
  effect: fc.nat({ max: 5 }),
});

const price = fc.integer({ min: 1, max: 100_000 }).map((units) => `${units / 1000}`);

/** A provider whose answers come in whatever order the scheduler likes. */
function scheduledProvider(scheduler: fc.Scheduler): ModelProvider {
  return {
    async chat({ messages }): Promise<ChatCompletion> {
      const content: JsonValue = messages[0]?.content ?? "{}";
      const { fails, promptTokens, completionTokens }: Play = JSON.parse(
        typeof content === "string" ? content : "{}",
      );
      await scheduler.schedule(Promise.resolve());
      if (fails) throw new ProviderError("it failed", { code: "PROVIDER_FAILED" });
      const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
      return { text: "yes", usage };
    },
    generateImage: async () => ({ imageUrl: "https://images.example.com/1.png" }),
    listModels: async () => [],
  };
}

// spec: billing.never-negative
test("whatever is called at the same time, no balance is ever below zero, and every credit is accounted for", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(play, { minLength: 1, maxLength: 12 }),
      fc.nat({ max: 300 }),
      price,
      price,
      async (scheduler, plays, credits, inputPrice, outputPrice) => {
        const clock = createManualClock();
        const ledger = createMemoryLedger({ clock });
        ledger.setBalance(1, credits);
        const models = [{ name: "m", provider: "p", inputPrice, outputPrice }];
        const providers = { p: scheduledProvider(scheduler) };
        const { aiService } = createServices({
          ai: { models, providers, ledger },
          clock,
        }).forAccount(1)("a");
        const calls = plays.map(async (one) => {
          const messages = [{ role: "user", content: JSON.stringify(one) }];
          const { maxTokens } = one;
          const result = await aiService.callModel({ model: "m", messages, maxTokens });
          expect(ledger.balanceOf(1)).toBeGreaterThanOrEqual(0);
          return result;
        });
        const results = await scheduler.waitFor(Promise.all(calls));
        const charged = results.reduce((sum, { credits_deducted }) => sum + credits_deducted, 0);
        expect(ledger.balanceOf(1)).toBe(credits - charged);
        expect(ledger.spentBy(1)).toBe(charged);
        const rows = await ledger.rows(1, 1000);
        // Whatever the order, no prefix of the rows is below zero.
        let balance = 0;
        for (const row of rows.toReversed()) {
          balance += row.credits;
          expect(balance).toBeGreaterThanOrEqual(0);
        }
        expect(balance).toBe(ledger.balanceOf(1));
        expect(await ledger.openReservations(Infinity, 100)).toEqual([]);
      },
    ),
  );
});

test("effects that are performed again and again are charged once each", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(play, { minLength: 1, maxLength: 12 }),
      async (scheduler, plays) => {
        const ledger = createMemoryLedger();
        ledger.setBalance(1, 1_000_000);
        const models = [{ name: "m", provider: "p", inputPrice: 10, outputPrice: 30 }];
        const providers = { p: scheduledProvider(scheduler) };
        const services = createServices({ ai: { models, providers, ledger } });
        const { aiService } = services.forAccount(1)("a");
        const calls = plays.map((one) => {
          const messages = [{ role: "user", content: JSON.stringify({ ...one, fails: false }) }];
          const effect = aiService.forEffect(`effect-${one.effect}`);
          return effect.callModel({ model: "m", messages });
        });
        const results = await scheduler.waitFor(Promise.all(calls));
        const charges = new Map(
          results.map((result, index) => [plays[index]?.effect, result.credits_deducted]),
        );
        const total = [...charges.values()].reduce((sum, credits) => sum + credits, 0);
        expect(ledger.balanceOf(1)).toBe(1_000_000 - total);
      },
    ),
  );
});

test("a call that is repeated an hour after its process died is charged, while refunds are made", async () => {
  const clock = createManualClock();
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, 1000);
  const models = [{ name: "m", provider: "p", inputPrice: 10_000 }];
  const usage = { prompt_tokens: 7, completion_tokens: 1 };
  const provider: ModelProvider = {
    async chat() {
      await refundAbandonedReservations(ledger, { clock });
      return { text: "yes", usage };
    },
    generateImage: async () => ({ imageUrl: "https://images.example.com/1.png" }),
    listModels: async () => [],
  };
  const ai = { models, providers: { p: provider }, ledger };
  const { aiService } = createServices({ ai, clock }).forAccount(1)("a");
  const day = "2026-01-05";
  await ledger.reserve({ userId: 1, key: "effect", credits: 100, day });
  clock.advance(3_600_001);
  const messages = [{ role: "user", content: "well?" }];
  const result = await aiService.forEffect("effect").callModel({ model: "m", messages });
  expect(result).toMatchObject({ error: null, credits_deducted: 7 });
  expect(ledger.balanceOf(1)).toBe(993);
});

test("an attempt that fails after another process has begun the same effect refunds nothing of it", async () => {
  const clock = createManualClock();
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, 1000);
  const models = [{ name: "m", provider: "p", inputPrice: 10_000 }];
  const asked: PromiseWithResolvers<ChatCompletion>[] = [];
  const provider: ModelProvider = {
    async chat() {
      const answer = Promise.withResolvers<ChatCompletion>();
      asked.push(answer);
      return answer.promise;
    },
    generateImage: async () => ({ imageUrl: "https://images.example.com/1.png" }),
    listModels: async () => [],
  };
  const messages = [{ role: "user", content: "well?" }];
  const attempt = async (number: number) => {
    const ai = { models, providers: { p: provider }, ledger };
    const { aiService } = createServices({ ai, clock }).forAccount(1)("a");
    const result = aiService.forEffect("effect").callModel({ model: "m", messages });
    await expect.poll(() => asked.length).toBe(number);
    return { result };
  };
  const paused = await attempt(1);
  clock.advance(6000);
  const other = await attempt(2);
  asked[0]?.reject(new ProviderError("it failed", { code: "PROVIDER_FAILED" }));
  expect(await paused.result).toMatchObject({ text: "", credits_deducted: 0 });
  asked[1]?.resolve({ text: "yes", usage: { prompt_tokens: 7, completion_tokens: 1 } });
  expect(await other.result).toMatchObject({ error: null, credits_deducted: 7 });
  expect(ledger.balanceOf(1)).toBe(993);
});

test("a reservation that is made again after the refunds have listed it stays open", async () => {
  const clock = createManualClock();
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, 1000);
  const input = { userId: 1, key: "effect", credits: 100, day: "2026-01-05" };
  await ledger.reserve(input);
  clock.advance(3_600_001);
  const racing: Ledger = {
    ...ledger,
    async openReservations(before, limit) {
      const open = await ledger.openReservations(before, limit);
      await ledger.reserve(input);
      return open;
    },
  };
  expect(await refundAbandonedReservations(racing, { clock })).toBe(0);
  expect((await ledger.settle("effect", 7)).charged).toBe(7);
});

// spec: billing.once
test("what a process set aside before it died is refunded once", async () => {
  const clock = createManualClock();
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, 1000);
  const day = "2026-01-05";
  for (let n = 0; n < 250; n++) {
    await ledger.reserve({ userId: 1, key: `old-${n}`, credits: 2, day });
  }
  clock.advance(3_600_001);
  await ledger.reserve({ userId: 1, key: "running", credits: 100, day });
  const both = [1, 2].map(() => refundAbandonedReservations(ledger, { clock }));
  await Promise.all(both);
  expect(ledger.balanceOf(1)).toBe(900);
  expect(await refundAbandonedReservations(ledger, { clock })).toBe(0);
});
