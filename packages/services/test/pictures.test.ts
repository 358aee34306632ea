import { InfrastructureError } from "@botwright/core";
import {
  createMemoryLedger,
  createServices,
  type GeneratedImage,
  type Ledger,
  type ModelProvider,
  ProviderError,
} from "@botwright/services";
import { expect, test } from "vitest";

const PICTURE = { imageUrl: "https://images.example.com/1.png" };
const failure = new ProviderError("it failed", { code: "PROVIDER_FAILED" });
const PRICE = 4;

/** The pictures of an account that has one free a day, with the answers in the test's hands. */
function openPainter(ledgerOf: (ledger: Ledger) => Ledger = (ledger) => ledger) {
  const ledger = createMemoryLedger();
  ledger.setBalance(1, 100);
  const answers: PromiseWithResolvers<GeneratedImage>[] = [];
  const local: ModelProvider = {
    chat: async () => ({ text: "" }),
    async generateImage() {
      const answer = Promise.withResolvers<GeneratedImage>();
      answers.push(answer);
      return answer.promise;
    },
    listModels: async () => [],
  };
  const { aiService } = createServices({
    ai: {
      models: [{ name: "painter", category: "image", provider: "local", inputPrice: 40 }],
      providers: { local },
      ledger: ledgerOf(ledger),
      freeImagesPerDay: 1,
    },
  }).forAccount(1)("painter");
  return {
    ledger,
    imagesToday: () => aiService.getImageUsageToday(),
    /** Begins a picture, and resolves when the provider is asked for it. */
    async begin(effect: string) {
      const place = answers.length;
      const drawing = aiService.forEffect(effect);
      const result = drawing.callModel({ model: "painter", imagePrompt: "a cat" });
      await expect.poll(() => answers.length).toBe(place + 1);
      return {
        result,
        succeed() {
          answers[place]?.resolve(PICTURE);
          return result;
        },
        fail() {
          answers[place]?.reject(failure);
          return result;
        },
      };
    },
  };
}

test.each(["before", "after"])(
  "an attempt that fails %s another process has made the free picture gives it back to nobody",
  async (order) => {
    const painter = openPainter();
    const paused = await painter.begin("effect");
    const other = await painter.begin("effect");
    if (order === "before") await paused.fail();
    expect(await other.succeed()).toMatchObject({ free_use: true, error: null });
    if (order === "after") await paused.fail();
    expect(await painter.imagesToday()).toBe(1);
    const next = await painter.begin("next");
    expect(await next.succeed()).toMatchObject({ free_use: false, credits_deducted: PRICE });
  },
);

test("a free picture that has failed is free again, although another was charged meanwhile", async () => {
  const painter = openPainter();
  const first = await painter.begin("first");
  const second = await painter.begin("second");
  await first.fail();
  expect(await second.succeed()).toMatchObject({ free_use: false, credits_deducted: PRICE });
  const third = await painter.begin("third");
  expect(await third.succeed()).toMatchObject({ free_use: true, credits_deducted: 0 });
  const fourth = await painter.begin("fourth");
  expect(await fourth.succeed()).toMatchObject({ free_use: false, credits_deducted: PRICE });
  expect(painter.ledger.balanceOf(1)).toBe(100 - 2 * PRICE);
});

test("a picture whose payment was made, but not heard of, is not free when it is made again", async () => {
  let isAway = true;
  const painter = openPainter((ledger) => ({
    ...ledger,
    async settle(...settlement) {
      const settled = await ledger.settle(...settlement);
      if (isAway) throw new InfrastructureError("the answer was lost");
      return settled;
    },
  }));
  const first = await painter.begin("first");
  const second = await painter.begin("second");
  await expect(second.succeed()).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  isAway = false;
  await first.fail();
  const again = await painter.begin("second");
  expect(await again.succeed()).toMatchObject({ free_use: false, credits_deducted: PRICE });
  expect(painter.ledger.balanceOf(1)).toBe(100 - PRICE);
});
