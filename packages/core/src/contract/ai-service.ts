import assert from "node:assert/strict";
import type { AIService, ChatModelInput } from "../ports/ai.ts";
import { chatCredits, imageCredits } from "../rules/credits.ts";
import { LIMITS } from "../rules/limits.ts";
import type { ContractCase } from "./case.ts";

/** An AI service under test, and the account that pays. */
export interface AIContractContext extends AsyncDisposable {
  readonly service: AIService;
  readonly balance: () => number | Promise<number>;
  /** Moves the service's clock forward by this many milliseconds. */
  readonly advance: (ms: number) => void | Promise<void>;
}

/**
 * What the suite needs. The service must offer exactly these models:
 *
 * - `free`: a free chat model that answers `yes`
 * - `paid`: a chat model at 100 and 200 USD per million tokens, multiplier 1.5, that answers `no` with 1000
 *   prompt and 500 completion tokens
 * - `broken`: a chat model at 100 USD whose provider fails
 * - `painter`: an image model at 40 USD per thousand that returns `https://images.example.com/1.png`; one
 *   picture a day is free
 */
export interface AIContractSetup {
  open(account: { readonly credits: number }): Promise<AIContractContext>;
}

const ASK: Omit<ChatModelInput, "model"> = { messages: [{ role: "user", content: "well?" }] };
const PAID_COST = chatCredits({
  inputTokens: 1000,
  outputTokens: 500,
  inputPrice: 100,
  outputPrice: 200,
  multiplier: 1.5,
});
const PICTURE_COST = imageCredits({ inputPrice: 40, multiplier: 1 });
const PICTURE = { model: "painter", imagePrompt: "a cat", imageSize: "64x64" };
const HOUR_MS = 3_600_000;

/** The rules of an {@link AIService}. */
export function aiServiceContract(setup: AIContractSetup): ContractCase[] {
  const withCredits =
    (credits: number, run: (context: AIContractContext) => Promise<void>) =>
    async (): Promise<void> => {
      await using context = await setup.open({ credits });
      await run(context);
    };
  return [
    // spec: billing.free, ai.is-free, ai.result
    {
      name: "a free model costs nothing",
      run: withCredits(0, async ({ service, balance }) => {
        const result = await service.callModel({ model: "free", ...ASK });
        const { text, error, credits_deducted, free_use } = result;
        assert.deepEqual([text, error, credits_deducted, free_use], ["yes", null, 0, true]);
        assert.equal(await balance(), 0);
        assert.equal(await service.isFreeModel("free"), true);
        assert.equal(await service.isFreeModel("paid"), false);
      }),
    },
    // spec: ai.call-chat, billing.paid, ai.result
    {
      name: "a paid model is charged by the tokens that it used, to the credit",
      run: withCredits(1000, async ({ service, balance }) => {
        const result = await service.callModel({ model: "paid", ...ASK });
        assert.equal(result.text, "no");
        assert.deepEqual(result.usage, { prompt_tokens: 1000, completion_tokens: 500 });
        assert.equal(result.credits_deducted, PAID_COST);
        assert.equal(result.free_use, false);
        assert.equal(await balance(), 1000 - PAID_COST);
      }),
    },
    // spec: ai.insufficient
    {
      name: "too few credits are an error text, and nothing is charged",
      run: withCredits(1, async ({ service, balance }) => {
        const result = await service.callModel({ model: "paid", ...ASK });
        assert.match(result.error ?? "", /credit/i);
        assert.equal(result.text, "");
        assert.equal(await balance(), 1);
      }),
    },
    // spec: billing.never-negative
    {
      name: "calls at the same time cannot spend more than there is",
      run: withCredits(PAID_COST * 3, async ({ service, balance }) => {
        const calls = Array.from({ length: 12 }, () =>
          service.callModel({ model: "paid", ...ASK }),
        );
        const results = await Promise.all(calls);
        const paid = results.filter(({ error }) => error === null).length;
        assert.ok((await balance()) >= 0);
        assert.equal(await balance(), PAID_COST * 3 - PAID_COST * paid);
      }),
    },
    {
      name: "a provider that fails is an error text, and nothing is charged",
      run: withCredits(1000, async ({ service, balance }) => {
        const result = await service.callModel({ model: "broken", ...ASK });
        assert.notEqual(result.error, null);
        assert.equal(result.credits_deducted, 0);
        assert.equal(await balance(), 1000);
      }),
    },
    // spec: ai.call-image, ai.image-usage, ai.image-quota, ai.free-images
    {
      name: "pictures are free up to the day's number, then charged each, and free again the next day",
      run: withCredits(100, async ({ service, balance, advance }) => {
        assert.deepEqual(await service.getFreeImageQuota(), { dailyPerUser: 1 });
        assert.equal(await service.getImageUsageToday(), 0);
        const first = await service.callModel(PICTURE);
        assert.equal(first.imageUrl, "https://images.example.com/1.png");
        assert.deepEqual([first.credits_deducted, first.free_use], [0, true]);
        const second = await service.callModel(PICTURE);
        assert.deepEqual([second.credits_deducted, second.free_use], [PICTURE_COST, false]);
        assert.equal(await balance(), 100 - PICTURE_COST);
        assert.equal(await service.getImageUsageToday(), 2);
        await advance(24 * HOUR_MS);
        assert.equal(await service.getImageUsageToday(), 0);
        assert.equal((await service.callModel(PICTURE)).free_use, true);
      }),
    },
    {
      name: "a model of the other kind is an error text, and nothing is charged",
      run: withCredits(1000, async ({ service, balance }) => {
        for (const input of [
          { model: "painter", ...ASK },
          { model: "paid", imagePrompt: "a cat" },
          { ...PICTURE, imageSize: "large" },
          { ...PICTURE, imageSize: "0x64" },
        ]) {
          const result = await service.callModel(input);
          assert.notEqual(result.error, null);
          assert.equal(result.credits_deducted, 0);
        }
        assert.equal(await service.getImageUsageToday(), 0);
        assert.equal(await balance(), 1000);
      }),
    },
    // spec: ai.free-calls
    {
      name: "free models have an hourly limit, which is an error text",
      run: withCredits(0, async ({ service, advance }) => {
        const { callsPerUserPerHour } = LIMITS.freeAI;
        for (let call = 0; call < callsPerUserPerHour; call++) {
          assert.equal((await service.callModel({ model: "free", ...ASK })).error, null);
        }
        assert.notEqual((await service.callModel({ model: "free", ...ASK })).error, null);
        await advance(HOUR_MS + 1);
        assert.equal((await service.callModel({ model: "free", ...ASK })).error, null);
      }),
    },
    // spec: ai.models, ai.model-info
    {
      name: "lists its models by category, with prices",
      run: withCredits(0, async ({ service }) => {
        const names = async (category: "chat" | "image" | "vision"): Promise<string[]> =>
          (await service.getModelsByCategory(category)).map((model) => model.model_name).toSorted();
        assert.deepEqual(await names("chat"), ["broken", "free", "paid"]);
        assert.deepEqual(await names("image"), ["painter"]);
        assert.deepEqual(await names("vision"), []);
        const info = await service.getModelInfo("paid");
        assert.deepEqual(
          [info?.input_price, info?.output_price, info?.cost_multiplier],
          [100, 200, 1.5],
        );
        assert.equal(await service.getModelInfo("constructor"), null);
        assert.equal(await service.isFreeModel("constructor"), false);
      }),
    },
  ];
}
