import { setTimeout as sleep } from "node:timers/promises";
import type { Clock, SearchHit, SearchResult, StorageProvider } from "@botwright/core";
import {
  type AIAnswer,
  createFakeServices,
  type FakeCredentials,
  type FakeServices,
} from "@botwright/harness";
import type { Cache } from "@botwright/services";
import { type CannedAnswerBook, questionOf } from "./canned-answers.ts";

/** The credits at the start, worth a thousand USD. */
const CREDITS = 100_000;
const FREE_IMAGES_PER_DAY = 3;
/** How long the fake models take, in milliseconds, so that typing indicators are visible. */
const AI_MS = 300;

/** The URL prefix of the fake image model's images; `.invalid` never resolves. */
export const FAKE_IMAGE_URL = "https://fake-ai.invalid/picture.png";

/** Options of {@link createDevServices}. */
export interface DevServicesOptions {
  readonly storage: StorageProvider;
  /** Called at each `getPlatformCreds`, because the file may have been saved meanwhile. */
  readonly credentials: () => FakeCredentials;
  readonly clock: Clock;
  /** The answers that replace those of the fakes. */
  readonly answers: CannedAnswerBook;
  readonly searchCache: Cache<SearchResult>;
}

/**
 * The services of plugins in `dev`. AI and search are fakes that say so in their answers; prices and limits
 * are typical for a host.
 */
export function createDevServices(options: DevServicesOptions): FakeServices {
  const { answers, clock, ...rest } = options;
  const time = { now: () => clock.now(), wait: (ms: number) => sleep(ms) };
  const answer: Answers = (input) => ({ ...answerTo(input, answers), afterMs: AI_MS });
  const chat = { answers: answer, inputPrice: 1, outputPrice: 2 } as const;
  return createFakeServices({
    ...rest,
    time,
    credits: CREDITS,
    freeImagesPerDay: FREE_IMAGES_PER_DAY,
    models: {
      "fake-free": { answers: answer },
      "fake-chat": { ...chat, category: "chat" },
      "fake-vision": { ...chat, category: "vision" },
      "fake-image": { answers: answer, category: "image", inputPrice: 40 },
      // Any name works, because plugins may name the models of the host that they are written for.
      "*": chat,
    },
    search: (query) => answers.forSearch(query) ?? fakeHits(query),
  });
}

function fakeHits(query: string): readonly SearchHit[] {
  return [
    {
      title: `[fake search] ${query}`,
      url: "https://example.com/",
      snippet: "botwright dev has no search provider: this hit is made up.",
    },
  ];
}

type Answers = Extract<
  NonNullable<Parameters<typeof createFakeServices>[0]["models"]>[string]["answers"],
  (...input: never[]) => unknown
>;

function answerTo(input: Parameters<Answers>[0], answers: CannedAnswerBook): AIAnswer {
  const canned = answers.forModel(input);
  if (canned?.fails === true) return { error: canned.text };
  const asked = questionOf(input);
  if ("imagePrompt" in input) {
    return { text: canned?.text ?? `[fake AI] ${asked}`, imageUrl: FAKE_IMAGE_URL };
  }
  return { text: canned?.text ?? `[fake AI] ${input.model} was asked: ${asked}` };
}
