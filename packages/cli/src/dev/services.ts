import { setTimeout as sleep } from "node:timers/promises";
import type { StorageProvider } from "@botwright/core";
import { createFakeServices, type FakeCredentials, type FakeServices } from "@botwright/harness";

/** Credits to begin with: a thousand USD. */
const CREDITS = 100_000;
const FREE_IMAGES_PER_DAY = 3;
/** What the fakes pretend to need, so that typing indicators are seen. */
const AI_MS = 300;

/** The URL prefix of the fake image model's images; `.invalid` never resolves. */
export const FAKE_IMAGE_URL = "https://fake-ai.invalid/picture.png";

/** Options of {@link createDevServices}. */
export interface DevServicesOptions {
  readonly storage: StorageProvider;
  readonly credentials: FakeCredentials;
}

/**
 * The services of plugins in `dev`. AI and search are fakes that say so in their answers; prices and limits
 * are typical for a host.
 */
export function createDevServices(options: DevServicesOptions): FakeServices {
  const time = { now: Date.now, wait: (ms: number) => sleep(ms) };
  const chat = { answers: answer, inputPrice: 1, outputPrice: 2 } as const;
  return createFakeServices({
    ...options,
    time,
    credits: CREDITS,
    freeImagesPerDay: FREE_IMAGES_PER_DAY,
    models: {
      "fake-free": { answers: answer },
      "fake-chat": { ...chat, category: "chat" },
      "fake-vision": { ...chat, category: "vision" },
      "fake-image": { answers: answer, category: "image", inputPrice: 40 },
      // Plugins may name the models of the host that they are written for.
      "*": chat,
    },
    search: (query) => [
      {
        title: `[fake search] ${query}`,
        url: "https://example.com/",
        snippet: "botwright dev has no search provider: this hit is made up.",
      },
    ],
  });
}

type Answers = Extract<
  NonNullable<Parameters<typeof createFakeServices>[0]["models"]>[string]["answers"],
  (...input: never[]) => unknown
>;

const answer: Answers = (input) => {
  if ("imagePrompt" in input) {
    return { text: `[fake AI] ${input.imagePrompt}`, imageUrl: FAKE_IMAGE_URL, afterMs: AI_MS };
  }
  const asked: unknown = input.messages.at(-1)?.content;
  const text = typeof asked === "string" ? asked : JSON.stringify(asked);
  return { text: `[fake AI] ${input.model} was asked: ${text}`, afterMs: AI_MS };
};
