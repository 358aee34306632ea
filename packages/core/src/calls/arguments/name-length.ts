import { isObject } from "../../rules/is-object.ts";
import { LIMITS } from "../../rules/limits.ts";
import type { HostOperation } from "../operations.ts";
import { ARGUMENT_WORDS, type ArgumentWords, ORDINALS } from "./argument-words.ts";

/**
 * Reports the argument of a host call that contains too long a name; undefined when all names are short enough. The
 * code that performs a call may compare, store and repeat a name, so its length is limited once, here.
 *
 * @example
 * findLongName("bot.sendTyping", ["x".repeat(9000)]);
 * // bot.sendTyping: the first argument must be a user id as text, such as msg.from, of at most 8192 characters
 */
export function findLongName(
  operation: HostOperation,
  args: readonly unknown[],
): string | undefined {
  const all: readonly ArgumentWords[] = ARGUMENT_WORDS[operation];
  for (const [position, { is, names = [] }] of all.entries()) {
    for (const key of names) {
      const value = args[position];
      const name: unknown = key === "" || !isObject(value) ? value : Reflect.get(value, key);
      if (typeof name !== "string" || name.length <= LIMITS.call.nameCharacters) continue;
      const whole = `${operation}: the ${ORDINALS[position]} argument must be ${is}`;
      const bound = `of at most ${LIMITS.call.nameCharacters} characters`;
      return key === "" ? `${whole}, ${bound}` : `${whole}, with a ${key} ${bound}`;
    }
  }
  return undefined;
}
