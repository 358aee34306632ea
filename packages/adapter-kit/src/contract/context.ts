import type { MessageSink, PlatformAdapter } from "@botwright/core";
import type { ContractCase } from "@botwright/core/contract";
import { createFastClock } from "./fixture/clock.ts";
import { type AdapterFixture, openAdapterFixture } from "./fixture/fixture.ts";
import {
  type AdapterContractSetup,
  CODES,
  type ContractFault,
  type ContractFaultHandle,
  type ContractSimulator,
  type ForwardedText,
} from "./setup.ts";
import { until } from "./fixture/wait.ts";

/** The part of a setup that does not depend on the types of simulator and options. */
type Facts = Pick<
  AdapterContractSetup<ContractSimulator, object>,
  "capabilities" | "module" | "speed" | "sendCall" | "isSequential" | "typingEndsInMs"
>;

/** What a test case works with: a platform, adapters on it, and the messages that they received. */
export interface ContractContext extends Pick<
  AdapterFixture<object>,
  "state" | "logger" | "received"
> {
  readonly setup: Facts;
  readonly simulator: ContractSimulator;
  readonly fixture: AdapterFixture<object>;
  /** The adapter's own options; `factory` is the name of its factory. */
  readonly options: object;
  readonly factory: string;
  /** The ids of two people. */
  readonly user: string;
  readonly other: string;
  readonly secrets: () => readonly string[];
  readonly quotePicture: () => Promise<unknown>;
  readonly pushUnsupported: () => Promise<string>;
  readonly pushForward: (messages: readonly ForwardedText[]) => Promise<unknown>;
  readonly accessToken: { isFetch(call: string): boolean; expire(): ContractFaultHandle };
  /** A new adapter over the same state, as after a restart of the process. */
  readonly adapter: () => PlatformAdapter;
  /** Starts a new adapter; without a sink its messages are added to `received`. */
  readonly started: (sink?: MessageSink) => Promise<PlatformAdapter>;
  /** Starts an adapter, and lets both people write to it: on most platforms a bot may not write first. */
  readonly inChat: () => Promise<PlatformAdapter>;
  /** The code of the error that the adapter must throw for a fault. */
  readonly codeOf: (fault: ContractFault) => string;
}

/** The test of one rule; it throws when the rule is broken. */
export type Rule = (context: ContractContext) => Promise<void>;

/** Makes test cases from rules; each case runs on a platform of its own. */
export function toCases<S extends ContractSimulator, O extends object>(
  setup: AdapterContractSetup<S, O>,
  rules: Readonly<Record<string, Rule>>,
): ContractCase[] {
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    run: () => withContractContext(setup, rule),
  }));
}

/** An {@link AdapterFixture} on the platform of a setup. */
export interface ContractFixture<S extends ContractSimulator, O> extends AdapterFixture<O> {
  readonly simulator: S;
  /** The adapters' own options. */
  readonly options: O;
}

/** Opens the platform of a setup, with adapters on a fast clock. */
export async function openContractFixture<S extends ContractSimulator, O extends object>(
  setup: AdapterContractSetup<S, O>,
): Promise<ContractFixture<S, O>> {
  const opened = Promise.withResolvers<{ simulator: S; options: O }>();
  const fixture = await openAdapterFixture<O>({
    create: (all) => setup.create(all),
    async options(callbackUrl) {
      const simulator = await setup.simulator({ callbackUrl });
      const options = setup.options(simulator, { callbackUrl });
      opened.resolve({ simulator, options });
      return options;
    },
    close: async () => (await opened.promise).simulator.close(),
    clock: createFastClock({ timers: setup.speed ?? 20 }),
  });
  return { ...fixture, ...(await opened.promise) };
}

/** Runs a function on a platform of its own, and closes everything afterwards. */
export async function withContractContext<S extends ContractSimulator, O extends object, T>(
  setup: AdapterContractSetup<S, O>,
  run: (context: ContractContext) => Promise<T>,
): Promise<T> {
  await using fixture = await openContractFixture(setup);
  const { simulator: platform, options } = fixture;
  const [user, other] = setup.users;
  const context: ContractContext = {
    setup,
    fixture,
    simulator: platform,
    options,
    factory: setup.create.name,
    user,
    other,
    state: fixture.state,
    logger: fixture.logger,
    received: fixture.received,
    secrets: () => setup.secrets(platform),
    quotePicture: async () => setup.quotePicture?.(platform, user),
    pushUnsupported: async () => (await setup.pushUnsupported?.(platform, user)) ?? "",
    pushForward: async (messages) => setup.pushForward?.(platform, user, messages),
    accessToken: {
      isFetch: (call) => call.endsWith(setup.accessToken?.call ?? call),
      expire() {
        if (setup.accessToken === undefined) throw new Error("the setup has no accessToken");
        return setup.accessToken.expire(platform);
      },
    },
    adapter: () => fixture.adapter(),
    started: (sink) => fixture.started({}, sink),
    async inChat() {
      const adapter = await fixture.started();
      for (const from of setup.users) await platform.say({ from, text: "hi" });
      await until("the first contact", () => platform.pending() === 0);
      fixture.received.length = 0;
      return adapter;
    },
    codeOf: (fault) => setup.codes?.[fault] ?? CODES[fault] ?? "",
  };
  return await run(context);
}
