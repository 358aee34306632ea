import {
  type AIService,
  type BotEvent,
  createMemoryStorage,
  type DispatcherOptions,
  type HandlerContext,
  type Plugin,
  type Storage,
} from "@botwright/core";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";
import { createFakeAI } from "./fake-ai.ts";

/** A bot whose plugins share one storage that others write too. */
export function openSharedStorage(
  plugins: readonly Plugin[],
  options: Partial<DispatcherOptions> = {},
) {
  const storage: Storage = createMemoryStorage().open(1, "shared");
  const events: BotEvent[] = [];
  const bot = setUp(plugins, {
    onEvent: (event) => events.push(event),
    ...options,
    services: (slug, run) => ({ storage, ...options.services?.(slug, run) }),
  });
  const conflicts = (): string[] =>
    events.flatMap((event) =>
      event.type === "storage-conflict" ? [`${event.result} ${event.key}`] : [],
    );
  return { ...bot, storage, conflicts };
}

type Handle = (context: HandlerContext) => Promise<void>;

/** A plugin that handles every message. */
export const handles = (handle: Handle): Plugin =>
  plugin("poll", async (context) => {
    await handle(context);
    return { handled: true };
  });

/** Messages of one chat. */
export const messages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...incoming(), id: `message ${n}` }));

/** Counts a key up, slowly: another run comes in between. */
export async function countUp(storage: Storage, key: string): Promise<void> {
  const count = Number(await storage.get(key));
  await new Promise(setImmediate);
  await storage.set(key, count + 1);
}

/** A service of models that numbers its answers, and adds what it is asked to `asked`. */
export function createAI(asked: unknown[]): AIService {
  return createFakeAI((input) => ({ text: `answer ${asked.push(input)}` }));
}

/** Runs a handler into whose first pass another run writes. */
export function interrupted(steps: (context: HandlerContext, pass: number) => Promise<void>) {
  let pass = 0;
  return handles((context) => steps(context, ++pass));
}
