import { bindingContract } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { wecomBinding } from "../src/index.ts";
import { contractSetup } from "./wecom.ts";

test.concurrent.each(
  bindingContract({
    ...contractSetup(),
    binding: wecomBinding,
    fields: {
      corp_id: "public",
      agent_id: "public",
      secret: "secret",
      token: "secret",
      encoding_aes_key: "secret",
    },
    credentials: ({ credentials }) => ({ ...credentials }),
    options: ({ baseUrl }) => ({ apiBase: baseUrl }),
  }),
)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

test("an AgentId has its form", () => {
  const wrong = { corp_id: "ww0123456789abcdef", agent_id: "7x", secret: "s" };
  expect(() => wecomBinding.createAdapter(wrong)).toThrow("agent_id has the wrong form");
});

test("makes the callback's secrets where the operator chooses them, and needs both", () => {
  const generated = wecomBinding.fields.flatMap(({ name, generate }) =>
    generate === undefined ? [] : [[name, generate()] as const],
  );
  const callback = Object.fromEntries(generated);
  expect(Object.keys(callback)).toEqual(["token", "encoding_aes_key"]);
  const app = { corp_id: "ww0123456789abcdef", agent_id: "1000002", secret: "s" };
  expect(wecomBinding.createAdapter({ ...app, ...callback })).toHaveProperty("handleRequest");
  expect(wecomBinding.createAdapter(app)).not.toHaveProperty("handleRequest");
  expect(() => wecomBinding.createAdapter({ ...app, token: callback["token"] })).toThrow(
    "encoding_aes_key is missing",
  );
});
