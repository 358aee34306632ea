import { isRecord } from "../rules/is-record.ts";
import {
  assertOptions,
  OPTION_RULES,
  type OptionRules,
} from "../rules/validation/assert-options.ts";
import { invalidInput } from "../rules/validation/validation.ts";
import type { PlatformAdapter } from "../ports/adapter.ts";
import type { Inbox } from "../ports/inbox.ts";
import type { CreateBotOptions } from "./create-bot.ts";
import { ANYTHING, type DispatcherOptions, MESSAGE_RULES } from "./dispatcher-options.ts";

/** Options of `createBotRuntime`; the options of the dispatcher apply to each message. */
export interface BotRuntimeOptions extends Omit<DispatcherOptions, "bot">, CreateBotOptions {
  readonly adapter: PlatformAdapter;
  /** Stores accepted messages until they are done. @default in memory */
  readonly inbox?: Inbox;
  /**
   * Maximum time, in milliseconds, that `stop` waits for accepted messages; an inbox in memory loses the messages
   * that are still queued then. @default 30_000
   */
  readonly drainMs?: number;
}

const { count, function: callback, object, size } = OPTION_RULES;

const RULES: OptionRules<BotRuntimeOptions> = {
  ...MESSAGE_RULES,
  adapter: ANYTHING,
  inbox: object,
  drainMs: size,
  format: callback,
  maxTextBytes: count,
};

/** Checks the options of `createBotRuntime`. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertRuntimeOptions(options: BotRuntimeOptions): void {
  if (!isRecord(options)) throw invalidInput("options must be an object: { adapter, plugins }");
  assertOptions("options", options, RULES);
}
