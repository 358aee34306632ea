import type { Token } from "./js-tokens.ts";

/** Looks through the tokens of a source, given one after the other. */
export interface UnseenThrows {
  read(token: Token): void;
  /** Whether something may throw a value and is neither a `throw` nor a call of `reject`. */
  isFound(): boolean;
}

/** Tokens that are looked at together: `new Promise(async function name(resolve, reject) {`. */
const WINDOW = 13;
/** In the window the token that is judged stands here, with those around it. */
const JUDGED = 2;

/** What `Promise` offers and does not reject with a value of its own; calls of `reject` are seen. */
const STATICS = /^(?:all|allSettled|any|race|resolve|reject|withResolvers|try|prototype)$/u;

/** The parameters of an executor, as tokens with spaces between, that can reject by `reject` only. */
const EXECUTOR =
  /^(?:async )?(?:function (?:[\p{ID_Continue}$]+ )?)?(?:\( (?:[\p{ID_Continue}$]+ (?:, reject )?)?\) |[\p{ID_Continue}$]+ = > )/u;

/**
 * Looks for ways to throw a value that a reader of `throw` and `reject(` does not see: `reject` under another
 * name or handed on, another name for `Promise`, the reason of an abort, `throw` of a generator. It may find
 * one that never throws; a place is then called probable.
 */
export function createUnseenThrows(code: string): UnseenThrows {
  const window: string[] = Array.from({ length: WINDOW }, () => "");
  let isFound = false;

  function shift(text: string): void {
    window.shift();
    window.push(text);
    isFound ||= throwsUnseen(window);
  }

  return {
    read({ text, start, end }) {
      if (isFound) return;
      // A name can stand in quotes: `settle["reject"]`.
      const isText = text === '"' || text === "'" || text === "`";
      shift(isText && end - start < 20 ? `"${code.slice(start + 1, end - 1)}"` : text);
    },
    isFound() {
      // The last tokens have nothing behind them.
      for (let left = WINDOW - JUDGED; left > 0; left--) shift("");
      return isFound;
    },
  };
}

function throwsUnseen(window: readonly string[]): boolean {
  const [, before = "", text = "", after = "", second = ""] = window;
  switch (text) {
    case "reject":
      return !isSeenReject(before, after, second, window[JUDGED + 3] ?? "");
    case "Promise":
      if (after === "(" && before === "new") {
        return !EXECUTOR.test(`${window.slice(JUDGED + 2).join(" ")} `);
      }
      if (before === "instanceof") return false;
      return after !== "." || !STATICS.test(second);
    case "abort":
      return before === "." && !(after === "(" && second === ")");
    case "throw":
    case "constructor":
      return before === ".";
    default:
      return /^"(?:reject|abort|throw|constructor|Promise)"$/u.test(text);
  }
}

/** A call, the parameter of an executor, or a member that the code reads or defines under this name. */
function isSeenReject(before: string, after: string, second: string, third: string): boolean {
  if (after === "(") return true;
  const isLastParameter = before === "," && after === ")";
  if (isLastParameter) return second === "{" || (second === "=" && third === ">");
  return (before === "{" || before === ",") && (after === "}" || after === ",");
}
