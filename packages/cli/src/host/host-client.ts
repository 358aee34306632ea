import { BotwrightError } from "@botwright/core";

/** A plugin of the developer, as the host returns it. */
export interface HostRecord {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  readonly version: string;
  /** The hash of the code that was submitted last. */
  readonly sha256: string;
  readonly published_version: string | null;
  readonly reason: string | null;
}

/** A finding in a file that the host refuses. */
export interface HostFinding {
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly message: string;
}

/** The host has answered with an error; `code` is the host's code. */
export class HostError extends BotwrightError {
  override readonly name = "HostError";
  readonly findings: readonly HostFinding[];

  constructor(message: string, code: string, findings: readonly HostFinding[]) {
    super(message, { code });
    this.findings = findings;
  }
}

/** The endpoints of a host that the command uses. */
export interface HostClient {
  /** Logs in; later calls are made as this user. */
  login(email: string, password: string): Promise<void>;
  list(): Promise<readonly HostRecord[]>;
  submit(submission: object): Promise<HostRecord>;
  update(id: number, changes: object): Promise<HostRecord>;
}

const TIMEOUT_MS = 30_000;

/**
 * Makes a client of a host's API.
 *
 * @param token a bearer token; without one, `login` gets one
 */
export function createHostClient(host: string, token?: string, signal?: AbortSignal): HostClient {
  let bearer = token;

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const headers = new Headers({ "content-type": "application/json" });
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const init: RequestInit = {
      method,
      headers,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await fetch(new URL(path, host), init).catch((cause: unknown) => {
      throw new BotwrightError(`${host} cannot be reached: is the address right?`, {
        code: "HOST_UNREACHABLE",
        cause,
      });
    });
    if (!answer.ok) throw await readError(answer, host);
    return answer;
  }

  return {
    async login(email, password) {
      const answer = await send("POST", "/api/auth/sign-in/email", { email, password });
      bearer = answer.headers.get("set-auth-token") ?? undefined;
    },
    async list() {
      const records = await readJson(send("GET", "/api/plugins/my"));
      return Array.isArray(records) ? records.map(readRecord) : [];
    },
    submit: async (submission) =>
      readRecord(await readJson(send("POST", "/api/plugins/submit", submission))),
    update: async (id, changes) =>
      readRecord(await readJson(send("PUT", `/api/plugins/my/${id}`, changes))),
  };
}

async function readJson(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json();
}

function readRecord(value: unknown): HostRecord {
  const { id, slug, status, version, sha256, published_version, reason } = Object(value);
  return {
    id: Number(id),
    slug: String(slug),
    status: String(status),
    version: String(version),
    sha256: String(sha256),
    published_version: typeof published_version === "string" ? published_version : null,
    reason: typeof reason === "string" ? reason : null,
  };
}

async function readError(answer: Response, host: string): Promise<HostError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { error, code, findings } = Object(body);
  const message =
    typeof error === "string"
      ? error
      : `${host} answered ${answer.status}: is it a Botwright host?`;
  return new HostError(
    message,
    typeof code === "string" ? code : "HOST_ERROR",
    Array.isArray(findings) ? findings.map(readFinding) : [],
  );
}

function readFinding(value: unknown): HostFinding {
  const { line, column, severity, message } = Object(value);
  return {
    line: Number(line),
    column: Number(column),
    severity: String(severity),
    message: String(message),
  };
}
