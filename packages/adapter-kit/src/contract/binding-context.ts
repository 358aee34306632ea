import assert from "node:assert/strict";
import type {
  AdapterOptions,
  BindingCredentials,
  PlatformAdapter,
  PlatformBinding,
} from "@botwright/core";
import { type AdapterFixture, openAdapterFixture } from "./fixture/fixture.ts";
import { assertNoSecret } from "./fixture/logger.ts";
import { assertRejects } from "./fixture/rejections.ts";
import type { AdapterContractSetup, ContractSimulator } from "./setup.ts";

/** The binding and the platform that {@link bindingContract} tests. */
export interface BindingContractSetup<
  S extends ContractSimulator,
  O extends AdapterOptions,
> extends Pick<AdapterContractSetup<S, object>, "capabilities" | "simulator" | "users"> {
  readonly binding: PlatformBinding<O>;
  /** The expected names of the fields, in the order of a form, and whether each is a secret. */
  readonly fields: Readonly<Record<string, "secret" | "public">>;
  /** Returns credentials for a bot on this simulator; called once. A field that is missing here is optional. */
  credentials(simulator: S): Readonly<Record<string, string>>;
  /** Returns the adapter options that point to the simulator. */
  options(simulator: S): O;
}

/** The parts that a test case works with. */
export interface BindingContext<S, O> {
  readonly fixture: AdapterFixture<O>;
  readonly simulator: S;
  readonly user: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** The values of the secret fields. */
  readonly secrets: readonly string[];
  /** Makes an adapter with other credentials. */
  readonly create: (credentials: BindingCredentials) => PlatformAdapter;
  /** Asserts that `create` refuses the credentials with an error that names the field and shows no value. */
  readonly assertRefused: (
    credentials: BindingCredentials,
    field: string,
    what: string,
  ) => Promise<void>;
}

/** Matches no pattern of the five platforms' fields, because none of them allows a space. */
export const MALFORMED = "a malformed value";

/** Runs a rule on a platform of its own, and closes everything afterwards. */
export async function withBinding<S extends ContractSimulator, O extends AdapterOptions>(
  setup: BindingContractSetup<S, O>,
  rule: (context: BindingContext<S, O>) => Promise<void>,
): Promise<void> {
  const { binding, users } = setup;
  const opened = Promise.withResolvers<{ simulator: S; options: O; credentials: Credentials }>();
  const { promise } = opened;
  let copied: Credentials = {};
  await using fixture = await openAdapterFixture<O>({
    create: (options) => binding.createAdapter(copied, options),
    async options(callbackUrl) {
      const simulator = await setup.simulator({ callbackUrl });
      const credentials = setup.credentials(simulator);
      copied = mapValues(credentials, (value) => ` ${value}\r\n`);
      const options = setup.options(simulator);
      opened.resolve({ simulator, options, credentials });
      return options;
    },
    close: async () => (await promise).simulator.close(),
  });
  const { simulator, options, credentials } = await promise;
  const isSecret = (name: string): boolean => setup.fields[name] === "secret";
  const secrets = Object.keys(credentials)
    .filter(isSecret)
    .map((name) => credentials[name] ?? "");
  const create = (given: BindingCredentials): PlatformAdapter =>
    binding.createAdapter(given, options);
  await rule({
    fixture,
    simulator,
    user: users[0],
    credentials,
    secrets,
    create,
    async assertRefused(given, field, what) {
      const error = await assertRejects(
        `${field} that is ${what}`,
        (async () => create(given))(),
        "INVALID_INPUT",
      );
      assert.match(error.message, new RegExp(`\\b${field}\\b`), "the error names the field");
      assertNoSecret(error, [...secrets, MALFORMED], "the error");
    },
  });
}

type Credentials = Readonly<Record<string, string>>;

function mapValues(values: Credentials, change: (value: string) => string): Credentials {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
