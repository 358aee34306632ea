import {
  type AIModelCategory,
  type AIModelInfo,
  type AIService,
  type AIUsage,
  type CallModelResult,
  chatCredits,
  type ChatModelInput,
  imageCredits,
  type ImageModelInput,
  LIMITS,
} from "@botwright/core";
import type { UnexpectedCalls } from "../unexpected-calls.ts";
import type { FakeTime } from "../virtual-time.ts";
import type { CreditAccount } from "./credits.ts";
import { createRateWindow } from "./rate-window.ts";

/** One answer of a model. */
export interface AIAnswer {
  text?: string;
  /** For image models. */
  imageUrl?: string;
  /** @default a token for every four bytes of text, as a rule of thumb */
  usage?: AIUsage;
  /** The provider fails with this text; nothing is charged. */
  error?: string;
  /** How long it takes, in virtual milliseconds. @default 0 */
  afterMs?: number;
}

type Answer = string | AIAnswer;

/** What a model answers: always the same, one after another, or what a function says. */
export type AIAnswers =
  | Answer
  | readonly Answer[]
  | ((input: ChatModelInput | ImageModelInput) => Answer | Promise<Answer>);

/** A model as a test describes it. */
export interface ModelScript {
  answers?: AIAnswers;
  /** @default "chat" */
  category?: AIModelCategory;
  /** Free models cost nothing and have an hourly limit. @default true, unless it has prices */
  free?: boolean;
  /** USD per million tokens; for images per thousand pictures. @default 0 */
  inputPrice?: number;
  /** USD per million tokens. @default 0 */
  outputPrice?: number;
  /** @default 1 */
  multiplier?: number;
}

/** What the fake stands on. */
export interface FakeAIOptions {
  readonly models: Readonly<Record<string, ModelScript>>;
  readonly credits: CreditAccount;
  /** Pictures a day that cost nothing. */
  readonly freeImagesPerDay: number;
  readonly time: FakeTime;
  readonly notScripted: UnexpectedCalls;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TOO_FEW = "Not enough credits: top up, or use a free model.";

/** An AI service that answers from a script, and bills and limits as a host does. */
export function createFakeAI(options: FakeAIOptions): AIService {
  const { models, credits, freeImagesPerDay, time, notScripted } = options;
  const freeCalls = createRateWindow(LIMITS.freeAI.callsPerUserPerHour, HOUR_MS);
  const answered = new Map<string, number>();
  const images = { day: 0, count: 0 };

  function find(name: string): ModelScript | undefined {
    return Object.hasOwn(models, name) ? models[name] : models["*"];
  }

  async function ask(input: ChatModelInput | ImageModelInput): Promise<AIAnswer> {
    const answers = find(input.model)?.answers;
    const number = answered.get(input.model) ?? 0;
    answered.set(input.model, number + 1);
    const answer =
      typeof answers === "function"
        ? await answers(input)
        : isList(answers)
          ? answers[number]
          : answers;
    if (answer === undefined) {
      throw notScripted.refuse(
        `${answers === undefined ? "an" : `answer number ${number + 1}, an`} answer of the model "${input.model}" to ${summary(input)}`,
        `Say what it answers: models: { "${input.model}": { answers: "…" } }.`,
      );
    }
    const full = typeof answer === "string" ? { text: answer } : answer;
    if (full.afterMs !== undefined) await time.wait(full.afterMs);
    return full;
  }

  function imagesToday(): number {
    const day = Math.floor(time.now() / DAY_MS);
    if (images.day !== day) Object.assign(images, { day, count: 0 });
    return images.count;
  }

  async function draw(input: ImageModelInput, model: ModelScript): Promise<CallModelResult> {
    const isFree = isFreeModel(model) || imagesToday() < freeImagesPerDay;
    const cost = isFree
      ? 0
      : imageCredits({ inputPrice: model.inputPrice ?? 0, multiplier: model.multiplier ?? 1 });
    const charge = credits.reserve(cost);
    if (charge === undefined) return failed(TOO_FEW);
    // Counted at once: pictures drawn at the same time share the day's number.
    imagesToday();
    images.count++;
    let isDrawn = false;
    try {
      const answer = await ask(input);
      if (answer.error !== undefined) return failed(answer.error);
      isDrawn = true;
      return { ...done(answer, NO_USAGE, cost, isFree), imageUrl: answer.imageUrl ?? null };
    } finally {
      if (!isDrawn) images.count--;
      charge(isDrawn ? cost : 0);
    }
  }

  async function chat(input: ChatModelInput, model: ModelScript): Promise<CallModelResult> {
    const isFree = isFreeModel(model);
    const { maxTokens = LIMITS.freeAI.defaultMaxTokens } = input;
    const prompt = tokensIn(JSON.stringify([input.systemPrompt ?? "", input.messages]));
    const charge = credits.reserve(isFree ? 0 : costOf(model, prompt, maxTokens));
    if (charge === undefined) return failed(TOO_FEW);
    let cost = 0;
    try {
      const answer = await ask(input);
      if (answer.error !== undefined) return failed(answer.error);
      const text = answer.text ?? "";
      const usage = answer.usage ?? { prompt_tokens: prompt, completion_tokens: tokensIn(text) };
      if (!isFree) cost = costOf(model, usage.prompt_tokens, usage.completion_tokens);
      return done(answer, usage, cost, isFree);
    } finally {
      charge(cost);
    }
  }

  return {
    async callModel(input) {
      const model = find(input.model);
      if (model === undefined) {
        throw notScripted.refuse(
          `the model "${input.model}"`,
          `The test has ${listOf(Object.keys(models))}; add models: { "${input.model}": { answers: "…" } }.`,
        );
      }
      if (isFreeModel(model) && !freeCalls.take(time.now())) {
        return failed(
          `Free models may be called ${LIMITS.freeAI.callsPerUserPerHour} times an hour: try again later.`,
        );
      }
      return "imagePrompt" in input ? draw(input, model) : chat(input, model);
    },
    async getModelsByCategory(category) {
      return Object.entries(models)
        .filter(([name, model]) => name !== "*" && (model.category ?? "chat") === category)
        .map(([name, model]) => {
          const { cost_multiplier: _multiplier, ...record } = infoOf(name, model);
          return record;
        });
    },
    async getModelInfo(name) {
      const model = find(name);
      return model === undefined ? null : infoOf(name, model);
    },
    async isFreeModel(name) {
      const model = find(name);
      return model !== undefined && isFreeModel(model);
    },
    getImageUsageToday: async () => imagesToday(),
    getFreeImageQuota: async () => ({ dailyPerUser: freeImagesPerDay }),
  };
}

const NO_USAGE: AIUsage = { prompt_tokens: 0, completion_tokens: 0 };
const BYTES_PER_TOKEN = 4;

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

function isFreeModel({ free, inputPrice = 0, outputPrice = 0 }: ModelScript): boolean {
  return free ?? (inputPrice === 0 && outputPrice === 0);
}

function costOf(model: ModelScript, inputTokens: number, outputTokens: number): number {
  const { inputPrice = 0, outputPrice = 0, multiplier = 1 } = model;
  return chatCredits({ inputTokens, outputTokens, inputPrice, outputPrice, multiplier });
}

function infoOf(name: string, model: ModelScript): AIModelInfo {
  const { category = "chat", inputPrice = 0, outputPrice = 0, multiplier = 1 } = model;
  return {
    model_name: name,
    display_name: name,
    brand: "fake",
    input_price: inputPrice,
    output_price: outputPrice,
    category,
    cost_multiplier: multiplier,
  };
}

function done(
  { text = "", imageUrl = null }: { text?: string; imageUrl?: string | null },
  usage: AIUsage,
  credits_deducted: number,
  free_use: boolean,
): CallModelResult {
  return { text, imageUrl, usage, credits_deducted, free_use, error: null };
}

function failed(error: string): CallModelResult {
  const usage = { ...NO_USAGE };
  return { text: "", imageUrl: null, usage, credits_deducted: 0, free_use: false, error };
}

function isList(answers: AIAnswers | undefined): answers is readonly Answer[] {
  return Array.isArray(answers);
}

function summary(input: ChatModelInput | ImageModelInput): string {
  const asked: unknown =
    "imagePrompt" in input ? input.imagePrompt : input.messages.at(-1)?.content;
  const text = typeof asked === "string" ? asked : JSON.stringify(asked);
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "no models" : `the models ${names.join(", ")}`;
}
