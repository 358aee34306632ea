import {
  type Clock,
  type ConfigSchemaItem,
  createBotRuntime,
  createMemoryInbox,
  createTraceRecorder,
  invalidInput,
  knownSettings,
  type MessageTrace,
  type Platform,
  systemClock,
} from "@botwright/core";
import type { Finding } from "@botwright/inspect";
import type { CallLimits, Sandbox } from "@botwright/sandbox";
import type { RateDecision, RateLimiter } from "@botwright/services";
import { hostRateLimitKeyOf } from "../accounts/rate-limit-keys.ts";
import type { MessageError } from "../messages/message-rows.ts";
import { createShownRoom, toShown } from "../messages/shown-value.ts";
import { type RunView, viewTracedRun } from "../messages/trace-view.ts";
import { type Inspect, inspectFile, loadFile } from "../publication/submission.ts";
import { createRunSlots } from "./run-slots.ts";
import { createStandIns } from "./stand-ins.ts";
import { createTrialChat, type TrialSentMessage } from "./trial-chat.ts";

/** Options of {@link createTrials}. */
export interface TrialsOptions {
  readonly sandbox: Pick<Sandbox, "load">;
  /** Counts the trials of an account, over all nodes. */
  readonly limiter: RateLimiter;
  /** @default `inspectPlugin`, in this thread */
  readonly inspect?: Inspect;
  /** The most milliseconds of one message, and of all messages of a trial. @default 10,000 and 20,000 */
  readonly wallMs?: { readonly message: number; readonly all: number };
  /** The most trials at once on this node. @default 4 */
  readonly atOnce?: number;
  readonly clock?: Clock;
}

/** A plugin file, and the messages that a person sends to it. */
export interface TrialRequest {
  readonly code: string;
  readonly messages: readonly string[];
  readonly platform?: Platform | undefined;
  /** Settings by key. Absent settings have their defaults. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** The slug and settings of a published plugin, which override those of the file. @default the file's */
  readonly record?: {
    readonly slug: string;
    readonly config_schema: readonly ConfigSchemaItem[];
  };
}

/** The handling of one message of a trial. */
export interface TrialTurn {
  readonly text: string;
  /** The messages that the plugin sent, in order. */
  readonly sent: readonly TrialSentMessage[];
  readonly handled: boolean;
  readonly run: RunView | null;
  /** Why the message could not be handled, for a reason outside of the plugin. */
  readonly error: MessageError | null;
}

/** The result of a trial conversation. */
export interface TrialResult {
  /** The slug of the record or the file, or `trial`. */
  readonly slug: string;
  readonly findings: readonly Finding[];
  /** A turn for each message that was handled, in their order. */
  readonly turns: readonly TrialTurn[];
  /** `false`: the time was up before all messages were handled. */
  readonly is_complete: boolean;
}

/** Runs files of developers before their review. */
export interface Trials {
  /** Counts a trial: 30 a minute for each account. */
  admit(userId: number): Promise<RateDecision>;
  /**
   * Runs a file in the sandbox, with a chat and services that exist only for this conversation. It has no access to the
   * network, whatever permissions it declares, nor to bots, accounts and stored values.
   *
   * @throws {PluginRefusedError} `PLUGIN_REFUSED`
   * @throws {InvalidInputError} `INVALID_INPUT` naming the message that is empty or too long
   * @throws {BotwrightError} `TRIALS_BUSY`: a trial of the account is running, or too many on this node
   */
  run(userId: number, request: TrialRequest): Promise<TrialResult>;
}

const RATE = { limit: 30, windowMs: 60_000 };
/** The slug of a file that declares none. */
const SLUG = "trial";
/** Lower than the limits of published plugins, so that trials do not slow published plugins down. */
const LIMITS: Partial<CallLimits> = {
  cpuMs: 500,
  memoryBytes: 67_108_864,
  hostCalls: 100,
  sends: 16,
  consoleBytes: 16_384,
};

/** The most characters of one message of a trial. */
const MESSAGE_CHARACTERS = 4000;

function assertTexts(messages: readonly string[]): void {
  for (const [index, text] of messages.entries()) {
    if (text.length > 0 && text.length <= MESSAGE_CHARACTERS) continue;
    throw invalidInput(`messages[${index}] must have 1 to ${MESSAGE_CHARACTERS} characters`);
  }
}

/** Creates {@link Trials}. */
export function createTrials(options: TrialsOptions): Trials {
  const { sandbox, limiter, inspect, atOnce = 4, clock = systemClock } = options;
  const { wallMs = { message: 10_000, all: 20_000 } } = options;
  const slots = createRunSlots(atOnce);

  async function converse(userId: number, request: TrialRequest): Promise<TrialResult> {
    const { messages, platform = "telegram", config = {}, record } = request;
    assertTexts(messages);
    const { declared, findings } = await inspectFile(request.code, userId, inspect);
    const slug = record?.slug ?? declared?.slug ?? SLUG;
    const info = { fetch: false, limits: LIMITS } as const;
    // The comment changes the hash of the code, so that the sandbox does not count failures of the trial against a
    // published plugin with the same code. It is not inspected, because findings name lines of the author's file.
    const code = `${request.code}\n// trial of ${userId}`;
    const loaded = await loadFile(code, { slug, declared, findings, sandbox, info });
    const { config_schema = [] } = record ?? loaded.meta;
    const plugin = { ...loaded, meta: { ...loaded.meta, config_schema: [...config_schema] } };
    const chat = createTrialChat(platform);
    const recorder = createTraceRecorder({ clock, show: toShown });
    const room = createShownRoom();
    const traces: MessageTrace[] = [];
    await using runtime = createBotRuntime({
      adapter: chat.adapter,
      plugins: [{ plugin, config: knownSettings(config_schema, config) }],
      services: createStandIns().forAccount(1),
      // One attempt only, so that the author sees a failure without delay.
      inbox: createMemoryInbox({ clock, retry: { attempts: 1 } }),
      wallMs: wallMs.message,
      clock,
      onEvent(event) {
        const trace = recorder.take(event);
        if (trace !== undefined) traces.push(trace);
      },
    });

    async function say(text: string): Promise<TrialTurn> {
      await runtime.accept(chat.next(text, clock.now()));
      await runtime.drain();
      const trace = traces.pop();
      const [run] = trace?.runs ?? [];
      return {
        text,
        sent: chat.takeSent(),
        handled: (trace?.handledBy ?? null) !== null,
        run: run === undefined ? null : await viewTracedRun(run, room),
        error: trace?.error ?? null,
      };
    }

    const until = clock.now() + wallMs.all;
    const turns: TrialTurn[] = [];
    for (const text of messages) {
      if (clock.now() >= until) break;
      turns.push(await say(text));
    }
    return { slug, findings, turns, is_complete: turns.length === messages.length };
  }

  return {
    admit: (userId) => limiter.take(hostRateLimitKeyOf("trials", userId), RATE),
    run: (userId, request) => slots.run(userId, () => converse(userId, request)),
  };
}
