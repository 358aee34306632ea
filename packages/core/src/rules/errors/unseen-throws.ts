import type { Token } from "./js-tokens.ts";

/** Reads the tokens of a source, one after another, and looks for hidden ways to throw. */
export interface UnseenThrows {
  read(token: Token): void;
  /** Whether the source may throw a value other than by `throw` or a call of `reject`. */
  isFound(): boolean;
}

/** Number of tokens in the window: `new Promise(async function name(resolve, reject) {`. */
const WINDOW = 13;
/** Index in the window of the token that is examined. */
const JUDGED = 2;

/** Members of `Promise` that do not reject with a value of their own; calls of `reject` are found anyway. */
const STATICS = /^(?:all|allSettled|any|race|resolve|reject|withResolvers|try|prototype)$/u;

/** Matches the parameters of an executor, as tokens joined by spaces, that can reject only by `reject`. */
const EXECUTOR =
  /^(?:async )?(?:function (?:[\p{ID_Continue}$]+ )?)?(?:\( (?:[\p{ID_Continue}$]+ (?:, reject )?)?\) |[\p{ID_Continue}$]+ = > )/u;

/**
 * Looks for ways to throw a value that a search for `throw` and `reject(` does not find: `reject` under another name
 * or passed on, another name for `Promise`, the reason of an abort, `throw` of a generator. It may report one that
 * never throws; a place is then called probable.
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
      // A name can be in quotes: `settle["reject"]`.
      const isText = text === '"' || text === "'" || text === "`";
      shift(isText && end - start < 20 ? `"${code.slice(start + 1, end - 1)}"` : text);
    },
    isFound() {
      // Shifts empty tokens in, so that the last tokens are examined too.
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

/**
 * Whether `reject` is a call, an executor's parameter, or a member that the code reads or defines under this name.
 */
function isSeenReject(before: string, after: string, second: string, third: string): boolean {
  if (after === "(") return true;
  const isLastParameter = before === "," && after === ")";
  if (isLastParameter) return second === "{" || (second === "=" && third === ">");
  return (before === "{" || before === ",") && (after === "}" || after === ",");
}
