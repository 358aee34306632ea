import type { Platform } from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import type { Sandbox } from "@botwright/sandbox";
import { mediaContent } from "@botwright/simulators";
import {
  type CrashPlatform,
  explore,
  type Exploration,
  type ExploreOptions,
  type UserMessageContent,
} from "./explore.ts";
import { PICTURE, PLUGINS } from "./plugins.ts";
import { problemsOf as findProblems } from "./problems.ts";
import { createMemoryStores, type CreateCrashStores } from "./stores.ts";

/** Opens a platform's simulator, whose connection outlives the bot's processes. */
export async function openPlatform(name: Platform): Promise<CrashPlatform> {
  const connected = await connectSimulator(name);
  const inbox: { accept: Parameters<CrashPlatform["deliverTo"]>[0] } = { accept: async () => {} };
  await connected.adapter.start((incoming) => inbox.accept(incoming));
  return { ...connected, deliverTo: (accept) => void (inbox.accept = accept) };
}

/** Dies at every point of a run, one after another; the last one does not die. */
export async function exploreAll(
  platform: CrashPlatform,
  options: ExploreOptions,
): Promise<Exploration[]> {
  const found: Exploration[] = [];
  for (let point = 0; ; point++) {
    const exploration = await explore(platform, options, point);
    found.push(exploration);
    if (exploration.died === undefined) return found;
  }
}

/** What is not as in the run that nothing has ended. */
export function problemsOf(
  explorations: readonly Exploration[],
  { adapter }: CrashPlatform,
): string[] {
  const outcomes = explorations.map(({ stores, ...rest }) => ({
    ...rest,
    charged: stores.charges().size,
  }));
  const whole = outcomes.at(-1);
  if (whole === undefined) return ["nothing was explored"];
  return findProblems(outcomes, whole, adapter.capabilities.idempotency);
}

/** The same for a plugin that does many things at once: in which order they are shown is a matter of the machine. */
export function problemsInAnyOrder(
  explorations: readonly Exploration[],
  platform: CrashPlatform,
): string[] {
  const sorted = explorations.map((one) => ({ ...one, shown: one.shown.toSorted() }));
  return problemsOf(sorted, platform);
}

const MEDIA: readonly (readonly UserMessageContent[])[] = (
  ["image", "voice", "file", "video"] as const
).map((kind) => [mediaContent(kind, { bytes: Buffer.from(PICTURE, "base64") })]);

/** What people say to plugins that need something else than one text. */
const SAID: Readonly<Record<string, readonly (readonly UserMessageContent[])[]>> = {
  "two replies to each message": [[{ text: "first" }, { text: "second" }]],
  "a medium": MEDIA,
  "a medium whose link expires": MEDIA,
};

/** What is explored of a plugin of the corpus: each way to talk to it. */
export async function explorationsOf(
  sandbox: Sandbox,
  what: string,
  createStores: CreateCrashStores = createMemoryStores,
): Promise<ExploreOptions[]> {
  const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
  const variant = what === "a voice message" ? "single" : undefined;
  return (SAID[what] ?? [undefined]).map((said) => ({
    plugin,
    variant,
    createStores,
    linkExpires: what === "a medium whose link expires",
    ...(said !== undefined && { said }),
  }));
}
