import type { ChatModelInput, ImageModelInput, SearchHit } from "@botwright/core";
import { matchFetchRoute } from "@botwright/harness";
import type { AnswersTool, CannedAnswers, FetchAnswer, ModelAnswer } from "@botwright/playground";

/** Stores the answers that a person has set for models, searches and URLs. */
export interface CannedAnswerBook extends AnswersTool {
  readonly forModel: (input: ChatModelInput | ImageModelInput) => ModelAnswer | undefined;
  readonly forSearch: (query: string) => readonly SearchHit[] | undefined;
  readonly forFetch: (method: string, url: string) => Response | undefined;
}

/** Creates an empty {@link CannedAnswerBook}. @param onWrite called after each change */
export function createCannedAnswers(onWrite: () => void): CannedAnswerBook {
  let answers: CannedAnswers = { models: [], search: [], fetch: [] };
  return {
    read: () => answers,
    write(given) {
      answers = given;
      onWrite();
    },
    forModel(input) {
      const asked = questionOf(input);
      return answers.models.find(
        ({ model, contains }) =>
          (model === "*" || model === input.model) && asked.includes(contains),
      );
    },
    forSearch: (query) =>
      answers.search.find((one) => one.query === "*" || one.query === query)?.hits,
    forFetch(method, url) {
      const found = answers.fetch.find(({ route }) => matchFetchRoute(route)(method, url));
      return found && toResponse(found, url);
    },
  };
}

/** The question to a model: the last message, or the prompt of an image. */
export function questionOf(input: ChatModelInput | ImageModelInput): string {
  const asked: unknown =
    "imagePrompt" in input ? input.imagePrompt : input.messages.at(-1)?.content;
  return typeof asked === "string" ? asked : JSON.stringify(asked);
}

/** Statuses of responses without a body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse({ status, contentType, body }: FetchAnswer, url: string): Response {
  const type = contentType ?? (isJson(body) ? "application/json" : "text/plain; charset=utf-8");
  const response = new Response(EMPTY.has(status) ? null : body, {
    status,
    headers: { "content-type": type },
  });
  return Object.defineProperty(response, "url", { value: url });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
