import assert from "node:assert/strict";
import type { AdapterOptions, AdapterStatus, BindingField, PlatformAdapter } from "@botwright/core";
import type { ContractCase } from "@botwright/core/contract";
import {
  type BindingContext,
  type BindingContractSetup,
  MALFORMED,
  withBinding,
} from "./binding-context.ts";
import { assertNoSecret } from "./fixture/logger.ts";
import { assertRejects } from "./fixture/rejections.ts";
import type { ContractSimulator } from "./setup.ts";
import { until } from "./fixture/wait.ts";

const WRONG_TYPES: readonly unknown[] = [7, true, null, ["text"], { text: "text" }];

/**
 * The rules of a binding (`PlatformBinding`), as named cases for any test framework. Hosts, consoles and
 * tools build their forms and tables from a binding, and show its errors to users.
 *
 * @example
 * const cases = bindingContract({
 *   ...adapterSetup, // `capabilities`, `simulator` and `users` are those of `adapterContract`
 *   binding: myBinding,
 *   fields: { app_id: "public", app_secret: "secret" },
 *   credentials: (simulator) => simulator.credentials,
 *   options: (simulator) => ({ apiBase: simulator.baseUrl }),
 * });
 * for (const { name, run } of cases) test(name, run);
 */
export function bindingContract<S extends ContractSimulator, O extends AdapterOptions>(
  setup: BindingContractSetup<S, O>,
): ContractCase[] {
  const { binding } = setup;
  const { fields } = binding;
  const rules: Record<string, (context: BindingContext<S, O>) => Promise<void>> = {
    async "names its fields, and which of them are secret"() {
      const seen = fields.map(({ name, secret }) => [name, secret ? "secret" : "public"]);
      assert.deepEqual(seen, Object.entries(setup.fields));
      for (const { name } of fields) assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    },
    async "says in which ways messages come, the usual one first"() {
      const { transports } = binding;
      assert.ok(transports.length > 0, "there is a way");
      assert.equal(new Set(transports).size, transports.length, "each way stands once");
    },
    async "tells people in English and Chinese what a field is and where its value is found"() {
      for (const { en, zh } of [
        binding.label,
        ...fields.flatMap(({ label, help }) => [label, help]),
      ]) {
        assert.match(en, /^\S.*\S$/);
        assert.match(zh, /^\S.*\S$/);
      }
      for (const { name, help } of fields) {
        assert.match(help.zh, /\p{Script=Han}/u, `${name}: Chinese help`);
        assert.doesNotMatch(help.en, /\p{Script=Han}/u, `${name}: English help`);
      }
    },
    async "has patterns that take the examples, what it generates and what is right"(context) {
      for (const field of fields) {
        const { name, pattern, example, generate } = field;
        const values = [example, context.credentials[name], generate?.(), generate?.()];
        for (const value of values) {
          if (value !== undefined) assert.ok(fits(field, value), `${name} does not take ${value}`);
        }
        // Browsers compile the `pattern` of an input with the flag `v`.
        if (pattern !== undefined) assert.doesNotThrow(() => new RegExp(pattern, "v"));
        if (generate !== undefined)
          assert.notEqual(values[2], values[3], `${name} is generated anew each time`);
      }
    },
    async "refuses credentials that lack a field, and names it"({ credentials, assertRefused }) {
      for (const { name, required } of fields) {
        if (!required) continue;
        const { [name]: _, ...without } = credentials;
        await assertRefused(without, name, "missing");
        await assertRefused({ ...credentials, [name]: "" }, name, "empty");
        await assertRefused({ ...credentials, [name]: " \n" }, name, "blank");
        // An inherited property is no input: only own properties count.
        await assertRefused(Object.assign(Object.create(credentials), without), name, "inherited");
      }
    },
    async "refuses values of a wrong form or type, names the field and shows no value"(context) {
      for (const field of fields) {
        const { name } = field;
        for (const value of WRONG_TYPES) {
          await context.assertRefused(
            { ...context.credentials, [name]: value },
            name,
            "of a wrong type",
          );
        }
        if (fits(field, MALFORMED)) continue;
        await context.assertRefused(
          { ...context.credentials, [name]: MALFORMED },
          name,
          "malformed",
        );
      }
    },
    async "takes an object of any shape, and ignores names that no field has"(context) {
      const { credentials, create } = context;
      const more = { no_such_field: 7, toString: null, constructor: "x", ["__proto__"]: "x" };
      create({ ...more, ...credentials });
      create(Object.assign(Object.create(null), credentials));
      create(Object.freeze({ ...credentials }));
    },
    async "names the account of the credentials, by no secret"({ credentials, secrets }) {
      const account = binding.accountOf(credentials);
      assert.match(account, /^\S+$/);
      assert.equal(account, binding.accountOf({ ...credentials, no_such_field: 7 }));
      assertNoSecret(account, secrets, "the account");
    },
    async "receives by callback with values that it generates, where there is a choice"(context) {
      const { callback, transports } = binding;
      assert.equal(
        callback !== undefined,
        transports.length > 1 && transports.includes("callback"),
      );
      if (callback === undefined) return;
      const values = callback.fields.flatMap(({ name, generate }) =>
        generate === undefined ? [] : [[name, generate()]],
      );
      const given = { ...context.credentials, ...Object.fromEntries(values) };
      const options = callback.options(given, "https://bots.example.com/callbacks/7");
      const base = setup.options(context.simulator);
      const adapter = binding.createAdapter(given, { ...base, ...options });
      assert.ok(adapter.handleRequest !== undefined, "the adapter takes callbacks");
    },
    "makes an adapter that has the platform's capabilities and asks nothing before its start":
      async ({ simulator, create, credentials }) => {
        const before = simulator.requests().length;
        const adapter = create(credentials);
        assert.equal(adapter.platform, binding.platform);
        assert.deepEqual(adapter.capabilities, setup.capabilities);
        assert.deepEqual(binding.textLimits, adapter.capabilities.textLimits);
        await adapter.stop();
        assert.equal(simulator.requests().length, before);
      },
    "binds a bot by values as they were copied, and shows its status": (context) => binds(context),
    // spec: platform.refused-binding
    "shows the status refused, with advice and without secrets, when the platform refuses": (
      context,
    ) => isRefused(context),
  };
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    run: () => withBinding(setup, rule),
  }));
}

function fits({ pattern }: BindingField, value: string): boolean {
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, "v").test(value);
}

/** Collects the states of an adapter from now on. */
function statusesOf(adapter: PlatformAdapter): AdapterStatus[] {
  const seen: AdapterStatus[] = [];
  assert.ok(adapter.onStatus !== undefined, "hosts show the status of a bot");
  adapter.onStatus((status) => seen.push(status));
  return seen;
}

async function binds<S extends ContractSimulator, O>(context: BindingContext<S, O>): Promise<void> {
  const { fixture, simulator, user } = context;
  const adapter = fixture.adapter();
  const statuses = statusesOf(adapter);
  const states = (): string[] => statuses.map(({ state }) => state);
  await adapter.start(async (incoming) => fixture.received.push(incoming));
  await simulator.say({ from: user, text: "hello" });
  await until("the message", () => fixture.received.length > 0);
  assert.equal(fixture.received[0]?.message.text, "hello");
  assert.deepEqual(states(), ["stopped", "connecting", "connected"]);
  await adapter.stop();
  assert.deepEqual(states(), ["stopped", "connecting", "connected", "stopped"]);
}

async function isRefused<S extends ContractSimulator, O>(
  context: BindingContext<S, O>,
): Promise<void> {
  const { fixture, simulator, secrets } = context;
  simulator.fault("revoked-credentials");
  const adapter = fixture.adapter();
  const statuses = statusesOf(adapter);
  const starting = adapter.start(async () => {});
  const error = await assertRejects("the start", starting, "PLATFORM_UNAUTHORIZED");
  const status = statuses.at(-1);
  assert.ok(status?.state === "refused", `refused, and not ${status?.state}`);
  assert.equal(status.code, "PLATFORM_UNAUTHORIZED");
  assert.match(status.advice.en, /\w/);
  assert.match(status.advice.zh, /\p{Script=Han}/u);
  assertNoSecret(error, secrets, "the error");
  assertNoSecret(status, secrets, "the status");
}
