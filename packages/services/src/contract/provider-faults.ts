import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ContractCase } from "@botwright/core/contract";
import type { ProviderErrorCode } from "../errors.ts";
import type { ProviderCall } from "../ports/model-provider.ts";

/** The faults of a server under test. */
export type ProviderFault =
  /** Refuses the key, repeats it in the answer, and never ends the answer. */
  | "wrong-key"
  /** Requests a retry after 7 seconds. */
  | "rate-limited"
  /** Answers with half of a valid body. */
  | "broken"
  /** Answers with status 500. */
  | "failing"
  /** Accepts the request and never answers. */
  | "silent"
  /** Answers with headers and half of the body, and then nothing. */
  | "stalled"
  /** Closes the connection in the middle of an answer. */
  | "cut-off";

/** A provider, and its server, which answers or fails as the case requires. */
export interface ProviderFixture<Provider> extends AsyncDisposable {
  readonly provider: Provider;
  /** A text that no error may contain; `undefined` for providers without a key. */
  readonly secret?: string;
  /** Resolves when the server has received a request; for `stalled`, when the provider reads the answer. */
  readonly requested: () => Promise<void>;
  /** Moves the clock beyond the time limit of one request. */
  readonly timeOut: () => void;
}

/** Opens a provider on a server that answers correctly or has a fault. */
export type OpenProvider<Provider> = (fault?: ProviderFault) => Promise<ProviderFixture<Provider>>;

const EXPECTED: Readonly<Record<ProviderFault, readonly ProviderErrorCode[]>> = {
  "wrong-key": ["PROVIDER_UNAUTHORIZED"],
  "rate-limited": ["PROVIDER_RATE_LIMITED"],
  broken: ["PROVIDER_INVALID_ANSWER"],
  failing: ["PROVIDER_FAILED"],
  silent: ["PROVIDER_TIMEOUT"],
  stalled: ["PROVIDER_TIMEOUT"],
  "cut-off": ["PROVIDER_UNREACHABLE", "PROVIDER_INVALID_ANSWER"],
};

/** Calls a method of a provider. */
type Ask<Provider> = (provider: Provider, call: ProviderCall) => Promise<unknown>;

/**
 * The failure cases of a provider's methods, by their names: each failure has its code, and no error
 * contains the key.
 */
export function faultCases<Provider>(
  open: OpenProvider<Provider>,
  methods: Readonly<Record<string, Ask<Provider>>>,
): ContractCase[] {
  return Object.entries(methods).flatMap(([name, ask]) => casesOf(open, name, ask));
}

function casesOf<Provider>(
  open: OpenProvider<Provider>,
  method: string,
  ask: Ask<Provider>,
): ContractCase[] {
  const faults = Object.keys(EXPECTED).filter(isFault);
  const failing = faults.map((fault) => ({
    name: `${method}: a server that is ${fault} is an error with a code, which tells no key`,
    async run() {
      await using fixture = await open(fault);
      const asked = ask(fixture.provider, { signal: new AbortController().signal });
      const failure = asked.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault === "silent" || fault === "stalled") {
        await fixture.requested();
        fixture.timeOut();
      }
      const error = await failure;
      assert.ok(error instanceof Error && "code" in error, "it must reject with a code");
      assert.ok(
        EXPECTED[fault].some((code) => code === error.code),
        `the code is ${String(error.code)}`,
      );
      const retryAfterMs: unknown = Reflect.get(error, "retryAfterMs");
      assert.equal(retryAfterMs, fault === "rate-limited" ? 7000 : undefined);
      if (fixture.secret !== undefined) {
        const shown = `${inspect(error, { depth: 10, showHidden: true })} ${error.stack}`;
        assert.ok(!shown.includes(fixture.secret), "the error tells the key");
      }
    },
  }));
  return [
    ...failing,
    {
      name: `${method} ends when its signal is aborted`,
      async run() {
        await using fixture = await open("silent");
        const controller = new AbortController();
        const asked = assert.rejects(ask(fixture.provider, { signal: controller.signal }));
        await fixture.requested();
        controller.abort();
        await asked;
      },
    },
  ];
}

function isFault(name: string): name is ProviderFault {
  return Object.hasOwn(EXPECTED, name);
}
