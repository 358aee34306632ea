import {
  createBraveProvider,
  createDuckDuckGoProvider,
  createOpenAIProvider,
  createSearxngProvider,
  createTavilyProvider,
} from "@botwright/services";
import { modelProviderContract, searchProviderContract } from "@botwright/services/contract";
import { describe, expect, test } from "vitest";
import { brave, duckduckgo, openai, searxng, tavily } from "./answers.ts";
import { openProviderFixture, SECRET } from "./upstream.ts";

const suites = {
  "an OpenAI-compatible server": modelProviderContract((fault) =>
    openProviderFixture(openai, fault, (options) =>
      createOpenAIProvider({ ...options, apiKey: SECRET }),
    ),
  ),
  SearXNG: searchProviderContract((fault) =>
    openProviderFixture(searxng, fault, createSearxngProvider),
  ),
  Brave: searchProviderContract((fault) =>
    openProviderFixture(brave, fault, (options) =>
      createBraveProvider({ ...options, apiKey: SECRET }),
    ),
  ),
  Tavily: searchProviderContract((fault) =>
    openProviderFixture(tavily, fault, (options) =>
      createTavilyProvider({ ...options, apiKey: SECRET }),
    ),
  ),
  "DuckDuckGo's page": searchProviderContract((fault) =>
    openProviderFixture(duckduckgo, fault, createDuckDuckGoProvider),
  ),
};

describe.each(Object.entries(suites))("%s keeps its port's contract", (_name, cases) => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
