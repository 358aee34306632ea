import { cutText, type KeyValueStore } from "@botwright/core";
import {
  type ModelDefinition,
  type ModelProvider,
  type SearchProvider,
  createServices,
  type Services,
} from "@botwright/services";

/** The most characters of the question that the answer repeats. */
const SHOWN = 200;

/** The provider of the stand-in model. */
const STAND_IN = "stand-in";

const provider: ModelProvider = {
  async chat({ messages }) {
    const { content } = messages.findLast(({ role }) => role === "user") ?? { content: "" };
    const asked = typeof content === "string" ? content : JSON.stringify(content);
    const text = `[trial] ${cutText(asked, SHOWN)}`;
    return { text, usage: { prompt_tokens: 0, completion_tokens: 0 } };
  },
  async generateImage() {
    return { imageUrl: PIXEL };
  },
  listModels: async () => [],
};

/** A PNG of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const search: SearchProvider = {
  name: "trial",
  async search({ query }) {
    const url = "https://example.org/";
    return [{ title: `[trial] ${query}`, url, snippet: "A trial searches nothing." }];
  },
};

/**
 * Creates the services of one trial: a model that has every name and repeats the question, a search with one invented
 * result, and no credentials. They charge no credits and write nothing to the database.
 *
 * @param store the store of the plugins' values. @default one in memory
 */
export function createStandIns(store?: KeyValueStore): Services {
  const define = (name: string): ModelDefinition => ({ name, provider: STAND_IN, free: true });
  return createServices({
    ...(store && { store }),
    ai: {
      models: { list: async () => [define("trial")], find: async (name) => define(name) },
      providers: { [STAND_IN]: provider },
    },
    search: { providers: [search] },
  });
}
