/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Secrets that no text may contain; a function returns the current ones, such as renewed tokens. */
export type Secrets = readonly string[] | (() => readonly string[]);

const MARK = "[redacted]";
/** How many causes of an error are copied: deeper ones add no information. */
const MAX_CAUSES = 5;

/**
 * Makes the function through which an adapter passes every text from outside before the text
 * goes into an error or a log. It replaces secrets also where they are encoded for a URL or for JSON.
 *
 * @example
 * const redact = createRedactor(["12:abc"]);
 * redact("GET /bot12:abc/getMe failed"); // "GET /bot[redacted]/getMe failed"
 */
export function createRedactor(secrets: Secrets): Redact {
  // The forms are computed here and not in advance, because only failures are redacted.
  return (text) => {
    const needles = needlesOf(typeof secrets === "function" ? secrets() : secrets);
    return needles.reduce((rest, needle) => rest.replaceAll(needle, MARK), text);
  };
}

function needlesOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) =>
    secret === "" ? [] : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
  );
  // Longest first, because a short secret inside a longer one would otherwise leave the rest of the longer one visible.
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/**
 * Copies a thrown value so that it can be kept as `cause`: names, codes and redacted messages of
 * the whole chain. Requests, responses and stacks are left out, because an HTTP client's errors hold the
 * URL in all of them.
 */
export function cleanCause(thrown: unknown, redact: Redact, depth = 0): Error {
  if (!(thrown instanceof Error)) return new Error(redact(String(thrown)));
  const deeper =
    thrown.cause === undefined || depth >= MAX_CAUSES
      ? undefined
      : { cause: cleanCause(thrown.cause, redact, depth + 1) };
  const copy = new Error(redact(thrown.message), deeper);
  copy.name = thrown.name;
  const code = errorCode(thrown);
  return code === undefined ? copy : Object.assign(copy, { code: redact(code) });
}

function errorCode(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
