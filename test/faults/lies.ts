import type { ServerResponse } from "node:http";
import { answerJson, type Behaviour, chatAnswer } from "./scripted-provider.ts";

/** Something that a provider of models does instead of its work. */
export interface Lie {
  readonly behave: Behaviour;
  /** What the plugin gets: the error, or the answer. */
  readonly told: RegExp;
  /**
   * Credits that are charged: none, all that was reserved, or an estimate of what was used, where a credit
   * is a token of the prompt, or half a token of the answer.
   */
  readonly charged: "nothing" | "what was reserved" | "an estimate";
}

const json =
  (status: number, body: unknown, headers?: Record<string, string>): Behaviour =>
  (_request, response) =>
    answerJson(response, status, body, headers);

const raw =
  (text: string): Behaviour =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text);
  };

const used = (prompt: unknown, completion: unknown): Behaviour =>
  json(200, chatAnswer("yes", { prompt_tokens: prompt, completion_tokens: completion }));

function cut(_request: unknown, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"choices": [{');
  setTimeout(() => response.destroy(), 20);
}

/** What providers of models do, and what the host makes of it. */
export const AI_LIES: Readonly<Record<string, Lie>> = {
  "fails with 500": {
    behave: json(500, { error: { message: "key sk-secret" } }),
    told: /^scripted answered with status 500: it failed; try again later$/u,
    charged: "nothing",
  },
  "is overloaded (503 without a body)": {
    behave: (_request, response) => void response.writeHead(503).end(),
    told: /status 503/u,
    charged: "nothing",
  },
  "cuts its answer": { behave: cut, told: /cannot be reached|no answer/u, charged: "nothing" },
  "hangs up": {
    behave: (_request, response) => void response.destroy(),
    told: /cannot be reached/u,
    charged: "nothing",
  },
  "sends half of its JSON": { behave: raw('{"choices": ['), told: /not JSON/u, charged: "nothing" },
  "sends a page": { behave: raw("<html>login</html>"), told: /not JSON/u, charged: "nothing" },
  "sends another shape": { behave: json(200, []), told: /no message/u, charged: "nothing" },
  "sends null": { behave: json(200, null), told: /no message/u, charged: "nothing" },
  "never answers": { behave: () => {}, told: /did not answer within 1500 ms/u, charged: "nothing" },
  "is asked too often": {
    behave: json(429, {}, { "retry-after": "7" }),
    told: /asked too often/u,
    charged: "nothing",
  },
  "claims more than was reserved": {
    behave: used(1_000_000, 1_000_000),
    told: /^yes$/u,
    charged: "what was reserved",
  },
  "claims the largest count": {
    behave: used(2 ** 32, 2 ** 32),
    told: /^yes$/u,
    charged: "what was reserved",
  },
  "claims a count that is none": { behave: used(1e308, 1), told: /^yes$/u, charged: "an estimate" },
  "claims less than nothing": { behave: used(-5, -5000), told: /^yes$/u, charged: "an estimate" },
  "claims a text": { behave: used("lots", null), told: /^yes$/u, charged: "an estimate" },
  "claims parts of tokens": { behave: used(1.5, 2.5), told: /^yes$/u, charged: "an estimate" },
  "says nothing of tokens": {
    behave: json(200, chatAnswer("yes", undefined)),
    told: /^yes$/u,
    charged: "an estimate",
  },
};

/** What search engines do, and the code that the plugin gets. */
export const SEARCH_LIES: Readonly<Record<string, readonly [Behaviour, code: string]>> = {
  "fails with 500": [json(500, {}), "API_ERROR"],
  "hangs up": [(_request, response) => void response.destroy(), "NETWORK_ERROR"],
  "sends half of its JSON": [raw('{"results": ['), "API_ERROR"],
  "sends another shape": [json(200, { results: 7 }), "API_ERROR"],
  "cuts its answer": [cut, "NETWORK_ERROR"],
  "is asked too often": [json(429, {}, { "retry-after": "0" }), "API_ERROR"],
};
