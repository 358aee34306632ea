import type { Platform } from "@botwright/core";
import { chatNumber, type KillCase, type Question } from "./kill-messages.ts";
import { createKillRound, everyStop, type KillRound, type Stop } from "./kill-round.ts";
import { type KillTarget, spawnKillTarget } from "./kill-target.ts";
import { openKillWorld } from "./kill-world.ts";
import { type Outcome, problemsOf } from "./problems.ts";

/** Options of {@link exploreKills}. */
export interface ExploreKillsOptions {
  readonly platform: Platform;
  /** They run at once, each with a bot and an account of its own. */
  readonly cases: readonly KillCase[];
  /** @default every one: until no chat has as many exchanges */
  readonly stops?: readonly Stop[];
}

/** What was found with one case. */
export interface KillReport extends KillCase {
  readonly problems: readonly string[];
  /** The exchanges at which it was killed, in the order of the rounds. */
  readonly diedAt: readonly string[];
}

/**
 * Kills a process (`SIGKILL`) at an exchange of each chat, round after round, and lets the next process go on
 * from what PostgreSQL and the platform hold. The first round dies when everything has ended: what was shown
 * until then is what the others are compared with.
 */
export async function exploreKills(options: ExploreKillsOptions): Promise<KillReport[]> {
  const { platform, cases } = options;
  await using world = await openKillWorld(platform, cases);
  const rounds: KillRound[] = [];
  let idempotency = true;
  const spawn = (): KillTarget => spawnKillTarget(world.settings, (asked) => void answer(asked));
  let target: KillTarget | undefined;
  let spare = spawn();
  await using processes = new AsyncDisposableStack();
  processes.defer(async () => {
    await Promise.all([spare.kill(), target?.kill()]);
  });

  async function answer(question: Question): Promise<void> {
    const asker = target;
    const round = rounds.find(({ chats }) => chats.has(question.chat));
    if (question.moment === "after" && question.key === "votes") {
      await world.voteBeside(question.chat);
    }
    if (round?.mayGoOn(question) !== false) asker?.go(question);
  }

  /** Starts the process that takes the place of the one before, and loads the next one beside it. */
  async function startNext(round: number): Promise<void> {
    target = spare;
    spare = spawn();
    const started = await target.start(round);
    ({ idempotency } = started);
    if (started.callbackUrl !== undefined) world.setCallback(started.callbackUrl);
  }

  /** Returns what was found at the end, and before the death where it came when everything had ended. */
  async function play(stop: Stop): Promise<{ before: Outcome[]; after: Outcome[] }> {
    const number = rounds.length;
    const chats = [...cases.keys()].map((place) => chatNumber(number, place));
    const round = createKillRound(stop, chats);
    rounds.push(round);
    await (target === undefined ? startNext(number) : target.open(number));
    await world.say(chats);
    await round.reached;
    if (stop === "the end") await world.quiet(round);
    const before = await world.outcomesOf(round);
    await target?.kill();
    round.setDead();
    await world.expireLeases();
    await startNext(number);
    await world.quiet(round);
    return { before, after: await world.outcomesOf(round) };
  }

  const { before: whole, after } = await play("the end");
  const outcomes = [after];
  for (const stop of options.stops ?? everyStop(() => rounds.at(-1))) {
    outcomes.push((await play(stop)).after);
  }
  return cases.map((given, place) => {
    const mine = outcomes.flatMap((round) => round[place] ?? []);
    const reference = whole[place];
    if (reference === undefined) throw new Error(`${given.plugin} has not run`);
    return {
      ...given,
      problems: problemsOf(mine, reference, idempotency),
      diedAt: mine.flatMap(({ died }) => died ?? []),
    };
  });
}
