import { isRecord } from "../rules/is-record.ts";
import {
  assertOptions,
  oneOf,
  OPTION_RULES,
  type OptionRules,
} from "../rules/validation/assert-options.ts";
import { invalidInput } from "../rules/validation/validation.ts";
import type { BotRuntimeOptions } from "./bot-runtime.ts";
import type { DispatcherOptions } from "./dispatcher.ts";

const { count, function: callback, object, size } = OPTION_RULES;

const OBJECT_OR_FUNCTION = {
  expected: "an object or a function",
  accepts: (value: unknown) => isRecord(value) || typeof value === "function",
};
const ID = { expected: "a whole number", accepts: (value: unknown) => Number.isSafeInteger(value) };
/** Their own checks say more: which plugin of a list is none, what an adapter is made with. */
const ANYTHING = { expected: "anything", accepts: () => true };

const DISPATCHER_RULES: OptionRules<DispatcherOptions> = {
  plugins: ANYTHING,
  bot: object,
  variant: oneOf(["multi", "single"]),
  botDbId: ID,
  userId: ID,
  services: OBJECT_OR_FUNCTION,
  journal: OBJECT_OR_FUNCTION,
  formerVersion: callback,
  mediaBudget: object,
  wallMs: size,
  graceMs: size,
  hooksFor: callback,
  onEvent: callback,
  logger: object,
  clock: object,
};

const { bot: _, ...OF_EACH_MESSAGE } = DISPATCHER_RULES;
const RUNTIME_RULES: OptionRules<BotRuntimeOptions> = {
  ...OF_EACH_MESSAGE,
  adapter: ANYTHING,
  inbox: object,
  drainMs: size,
  format: callback,
  maxTextBytes: count,
};

/** Checks what `createDispatcher` is called with. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertDispatcherOptions(options: DispatcherOptions): void {
  assertOptions("options", options, DISPATCHER_RULES);
}

/** Checks what `createBotRuntime` is called with. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertRuntimeOptions(options: BotRuntimeOptions): void {
  if (!isRecord(options)) throw invalidInput("options must be an object: { adapter, plugins }");
  assertOptions("options", options, RUNTIME_RULES);
}
