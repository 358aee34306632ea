import { bindingContract } from "@botwright/adapter-kit/contract";
import type { ContractCase } from "@botwright/core/contract";
import { expect, test } from "vitest";
import { CAPABILITIES } from "./toy-adapter.ts";
import { type BindingDefect, createToyBinding, type ToyBindingOptions } from "./toy-binding.ts";
import { openToyPlatform, TOKEN } from "./toy-platform.ts";

function casesOf(defect?: BindingDefect): ContractCase[] {
  return bindingContract({
    binding: createToyBinding(defect),
    fields: { bot_name: "public", token: "secret" },
    capabilities: CAPABILITIES,
    simulator: async () => openToyPlatform(),
    users: ["ann", "bob"],
    credentials: () => ({ bot_name: "toy_1", token: TOKEN }),
    options: ({ api }): ToyBindingOptions => ({ api }),
  });
}

test.concurrent.each(casesOf())("a right binding: $name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

const DEFECTS: readonly { defect: BindingDefect; breaks: string }[] = [
  { defect: "shows its secret", breaks: "names its fields" },
  { defect: "has no transport", breaks: "says in which ways" },
  { defect: "has no Chinese", breaks: "tells people in English and Chinese" },
  { defect: "has a wrong example", breaks: "has patterns that take" },
  { defect: "generates one value", breaks: "has patterns that take" },
  { defect: "has a pattern of old", breaks: "has patterns that take" },
  { defect: "takes a bot without a name", breaks: "refuses credentials that lack" },
  { defect: "reads what is inherited", breaks: "refuses credentials that lack" },
  { defect: "takes any type", breaks: "refuses values of a wrong form" },
  { defect: "takes any form", breaks: "refuses values of a wrong form" },
  { defect: "shows what was entered", breaks: "refuses values of a wrong form" },
  { defect: "refuses other names", breaks: "takes an object of any shape" },
  { defect: "calls the platform at once", breaks: "makes an adapter" },
  { defect: "has other text limits", breaks: "makes an adapter" },
  { defect: "keeps the blanks", breaks: "binds a bot" },
  { defect: "has no status", breaks: "binds a bot" },
  { defect: "has no account", breaks: "names the account" },
  { defect: "tells the token", breaks: "shows the status refused" },
];

test.concurrent.each(DEFECTS)("finds a binding that $defect: $breaks", async (row) => {
  const broken = casesOf(row.defect).filter(({ name }) => name.startsWith(row.breaks));
  expect(broken).toHaveLength(1);
  await expect(broken[0]?.run()).rejects.toBeInstanceOf(Error);
});
