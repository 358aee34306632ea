import { AsyncLocalStorage } from "node:async_hooks";
import {
  type AIService,
  type ChatModelInput,
  describeError,
  type ImageModelInput,
  shortenText,
} from "@botwright/core";
import {
  type ModelCatalog,
  type ModelDefinition,
  type ModelProvider,
  ProviderError,
} from "@botwright/services";
import type { HarnessError } from "../errors.ts";
import { assertAnswer, assertModels } from "./assert-models.ts";
import type { AIAnswer, AIAnswers, Answer, ModelScript } from "./model-script.ts";
import type { UnexpectedCalls } from "./unexpected-calls.ts";
import type { FakeTime } from "../time/virtual-time.ts";

/** The parts of the harness that the scripted models use. */
export interface ScriptedAIOptions {
  readonly models: Readonly<Record<string, ModelScript>>;
  readonly time: FakeTime;
  readonly unexpectedCalls: UnexpectedCalls;
}

/** Models that answer from a script. */
export interface ScriptedAI {
  readonly catalog: ModelCatalog;
  readonly provider: ModelProvider;
  /** The service; it rejects a call for which the test has defined no answer. */
  watch(service: AIService): AIService;
}

/** The plugin's call during which a provider is called. */
interface ScriptedCall {
  readonly input: ChatModelInput | ImageModelInput;
  refused?: HarnessError;
}

/** The name by which {@link ScriptedAI}'s models name its provider. */
export const SCRIPTED = "fake";

/**
 * Makes models that answer from a script; the services charge and limit them as in a host.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming a wrong option of a model
 */
export function createScriptedAI(options: ScriptedAIOptions): ScriptedAI {
  const { models, time, unexpectedCalls } = options;
  assertModels("options.models", models);
  const answered = new Map<string, number>();
  /** A script receives the plugin's arguments, not the provider's request. */
  const calls = new AsyncLocalStorage<ScriptedCall>();

  function find(name: string): ModelScript | undefined {
    return Object.hasOwn(models, name) ? models[name] : models["*"];
  }

  async function answerTo(call: ScriptedCall): Promise<AIAnswer> {
    const { input } = call;
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
      call.refused = unexpectedCalls.refuse(
        `${answers === undefined ? "an" : `answer number ${number + 1}, an`} ${described(input)}`,
        `Say what it answers: models: { "${input.model}": { answers: "…" } }.`,
      );
      throw call.refused;
    }
    // Those of a list were checked when the harness was made.
    if (typeof answers === "function") {
      try {
        assertAnswer("it", answer);
      } catch (error) {
        call.refused = unexpectedCalls.refuse(
          `an ${described(input)}`,
          `What its function returns is neither a text nor an answer such as { text }: ${describeError(error).message}`,
        );
        throw call.refused;
      }
    }
    const full = typeof answer === "string" ? { text: answer } : answer;
    if (full.afterMs !== undefined) await time.wait(full.afterMs);
    if (full.error !== undefined) throw new ProviderError(full.error, { code: "PROVIDER_FAILED" });
    return full;
  }

  async function ask(): Promise<AIAnswer> {
    const call = calls.getStore();
    if (call === undefined) throw new Error("a scripted model is asked through its service only");
    return answerTo(call);
  }

  function watch(service: AIService): AIService {
    return {
      ...service,
      async callModel(input) {
        if (find(input.model) === undefined) {
          throw unexpectedCalls.refuse(
            `the model "${input.model}"`,
            `The test has ${listOf(Object.keys(models))}; add models: { "${input.model}": { answers: "…" } }.`,
          );
        }
        const call: ScriptedCall = { input };
        const result = await calls.run(call, () => service.callModel(input));
        if (call.refused !== undefined) throw call.refused;
        return result;
      },
      forEffect: (key, isRepeat) => watch(service.forEffect?.(key, isRepeat) ?? service),
    };
  }

  return {
    catalog: {
      list: async () =>
        Object.entries(models)
          .filter(([name]) => name !== "*")
          .map(([name, model]) => toDefinition(name, model)),
      async find(name) {
        const model = find(name);
        return model === undefined ? undefined : toDefinition(name, model);
      },
    },
    provider: {
      async chat() {
        const { text = "", usage } = await ask();
        return { text, ...(usage !== undefined && { usage }) };
      },
      async generateImage() {
        const { text = "", imageUrl = "" } = await ask();
        return { text, imageUrl };
      },
      listModels: async () => Object.keys(models).filter((name) => name !== "*"),
    },
    watch,
  };
}

function toDefinition(name: string, { answers: _answers, ...model }: ModelScript): ModelDefinition {
  return { ...model, name, provider: SCRIPTED };
}

function isList(answers: AIAnswers | undefined): answers is readonly Answer[] {
  return Array.isArray(answers);
}

/** What was asked of a model, after "an". */
function described(input: ChatModelInput | ImageModelInput): string {
  const asked: unknown =
    "imagePrompt" in input ? input.imagePrompt : (input.messages.at(-1)?.content ?? "");
  const text = typeof asked === "string" ? asked : JSON.stringify(asked);
  return `answer of the model "${input.model}" to "${shortenText(text, 80)}"`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "no models" : `the models ${names.join(", ")}`;
}
