/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/** Secrets that no text may contain; a function returns the current ones, such as renewed tokens. */
export type Secrets = readonly string[] | (() => readonly string[]);

const MARK = "[redacted]";
/** Causes further down tell nothing more. */
const MAX_CAUSES = 5;

/**
 * Makes the function through which an adapter passes every text that came from outside before it
 * goes into an error or a log: secrets are replaced as they are and as they look inside a URL.
 *
 * @example
 * const redact = createRedactor(["12:abc"]);
 * redact("GET /bot12:abc/getMe failed"); // "GET /bot[redacted]/getMe failed"
 */
export function createRedactor(secrets: Secrets): Redact {
  // Only failures are redacted, so nothing is computed before.
  return (text) => {
    const needles = needlesOf(typeof secrets === "function" ? secrets() : secrets);
    return needles.reduce((rest, needle) => rest.replaceAll(needle, MARK), text);
  };
}

function needlesOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) =>
    secret === "" ? [] : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
  );
  // Longest first, so that a secret inside another one leaves no rest.
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/**
 * A copy of a thrown value that is safe to keep as `cause`: names, codes and redacted messages of
 * the whole chain. Requests, responses and stacks stay behind: an HTTP client's errors carry the
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
