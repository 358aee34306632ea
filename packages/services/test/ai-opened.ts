import { createManualClock, type ManualClock } from "@botwright/core";
import {
  type AIOptions,
  createMemoryLedger,
  createMemoryServiceLog,
  createOpenAIProvider,
  createServices,
  type MemoryLedger,
  type ModelDefinition,
} from "@botwright/services";
import { type Arrived, SECRET, startUpstream, type UpstreamAnswer } from "./upstream.ts";

/** A free model, a paid one, one that fails, and one that makes images. */
export const MODELS: readonly ModelDefinition[] = [
  { name: "free", provider: "local" },
  { name: "paid", provider: "local", inputPrice: 100, outputPrice: "200", multiplier: 1.5 },
  { name: "broken", provider: "local", inputPrice: 100 },
  { name: "painter", provider: "local", category: "image", inputPrice: 40 },
];

const PAID_USAGE = { prompt_tokens: 1000, completion_tokens: 500 };
/** When the clock starts. */
export const STARTED = Date.UTC(2026, 0, 5, 9);
/** What is asked. */
export const ASK = { messages: [{ role: "user", content: "well?" }] };

/** Answers as a server of models does: "paid" says how many tokens it took, "broken" fails. */
export function answer({ url, body }: Arrived): UpstreamAnswer {
  if (url.pathname === "/v1/images/generations") {
    return { body: JSON.stringify({ data: [{ url: "https://images.example.com/1.png" }] }) };
  }
  if (body.includes('"broken"')) return { status: 500, body: "{}" };
  const content = body.includes('"paid"') ? "no" : "yes";
  const usage = body.includes('"paid"') ? { usage: PAID_USAGE } : {};
  return { body: JSON.stringify({ choices: [{ message: { content } }], ...usage }) };
}

/** The services, with what their server was asked. */
export interface OpenedServices extends AsyncDisposable {
  readonly arrived: readonly Arrived[];
  readonly clock: ManualClock;
  readonly ledger: MemoryLedger;
  readonly services: ReturnType<typeof createServices>;
  readonly log: ReturnType<typeof createMemoryServiceLog>;
}

/** Opens the services over a server of models, for account 1 with these credits. */
export async function openServices(
  credits: number,
  more: Partial<AIOptions> = {},
  answerWith: typeof answer = answer,
): Promise<OpenedServices> {
  const upstream = await startUpstream(answerWith);
  const clock = createManualClock(STARTED);
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, credits);
  const log = createMemoryServiceLog();
  const local = createOpenAIProvider({
    baseUrl: `${upstream.origin}/v1`,
    apiKey: SECRET,
    name: "local",
  });
  const ai = { models: MODELS, providers: { local }, ledger, freeImagesPerDay: 1, ...more };
  const services = createServices({ ai, clock, log });
  const { arrived } = upstream;
  const dispose = (): PromiseLike<void> => upstream[Symbol.asyncDispose]();
  return { arrived, clock, ledger, services, log, [Symbol.asyncDispose]: async () => dispose() };
}
