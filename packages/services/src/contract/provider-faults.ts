import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ProviderErrorCode } from "../errors.ts";
import type { ProviderCall } from "../ports/model-provider.ts";
import type { ContractCase } from "./case.ts";

/** What a server does instead of answering. */
export type ProviderFault =
  /** It refuses the key, and repeats it in its answer. */
  | "wrong-key"
  /** It wants to be asked again after 7 seconds. */
  | "rate-limited"
  /** It answers with half a text of its usual form. */
  | "broken"
  /** It answers with status 500. */
  | "failing"
  /** It takes the request, and never answers. */
  | "silent"
  /** It ends the connection in the middle of an answer. */
  | "cut-off";

/** A provider, and the server behind it that answers or fails as the case demands. */
export interface ProviderStage<Provider> extends AsyncDisposable {
  readonly provider: Provider;
  /** What may never be in an error; `undefined` for providers without a key. */
  readonly secret?: string;
  /** Resolves when the server has a request. */
  readonly requested: () => Promise<void>;
  /** Passes the time that one request may take. */
  readonly timeOut: () => void;
}

/** Opens a provider on a server that answers as it should, or has a fault. */
export type OpenProvider<Provider> = (fault?: ProviderFault) => Promise<ProviderStage<Provider>>;

const EXPECTED: Readonly<Record<ProviderFault, readonly ProviderErrorCode[]>> = {
  "wrong-key": ["PROVIDER_UNAUTHORIZED"],
  "rate-limited": ["PROVIDER_RATE_LIMITED"],
  broken: ["PROVIDER_INVALID_ANSWER"],
  failing: ["PROVIDER_FAILED"],
  silent: ["PROVIDER_TIMEOUT"],
  "cut-off": ["PROVIDER_UNREACHABLE", "PROVIDER_INVALID_ANSWER"],
};

/** The cases of a provider's failures: each has its code, and none tells the key. */
export function faultCases<Provider>(
  open: OpenProvider<Provider>,
  ask: (provider: Provider, call: ProviderCall) => Promise<unknown>,
): ContractCase[] {
  const faults = Object.keys(EXPECTED).filter(isFault);
  const failing = faults.map((fault) => ({
    name: `a server that is ${fault} is an error with a code, which tells no key`,
    async run() {
      await using stage = await open(fault);
      const asked = ask(stage.provider, { signal: new AbortController().signal });
      const failure = asked.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault === "silent") {
        await stage.requested();
        stage.timeOut();
      }
      const error = await failure;
      assert.ok(error instanceof Error && "code" in error, "it must reject with a code");
      assert.ok(
        EXPECTED[fault].some((code) => code === error.code),
        `the code is ${String(error.code)}`,
      );
      const retryAfterMs: unknown = Reflect.get(error, "retryAfterMs");
      assert.equal(retryAfterMs, fault === "rate-limited" ? 7000 : undefined);
      if (stage.secret !== undefined) {
        const shown = `${inspect(error, { depth: 10, showHidden: true })} ${error.stack}`;
        assert.ok(!shown.includes(stage.secret), "the error tells the key");
      }
    },
  }));
  return [
    ...failing,
    {
      name: "a call ends when its signal is aborted",
      async run() {
        await using stage = await open("silent");
        const controller = new AbortController();
        const asked = assert.rejects(ask(stage.provider, { signal: controller.signal }));
        await stage.requested();
        controller.abort();
        await asked;
      },
    },
  ];
}

function isFault(name: string): name is ProviderFault {
  return Object.hasOwn(EXPECTED, name);
}
