import assert from "node:assert/strict";
import type { ContractCase } from "@botwright/core/contract";
import type { ModelProvider } from "../ports/model-provider.ts";
import { faultCases, type OpenProvider } from "./provider-faults.ts";

const CALL = { signal: new AbortController().signal };
const PICTURE = { model: "painter", prompt: "a cat", size: "64x64" };
const CHAT = { model: "small", messages: [{ role: "user", content: "well?" }], maxTokens: 50 };

/**
 * The rules of a {@link ModelProvider}. Its server must have the models `small`, which answers `yes` with
 * 11 prompt and 5 completion tokens, and `painter`, which returns `https://images.example.com/1.png`.
 */
export function modelProviderContract(open: OpenProvider<ModelProvider>): ContractCase[] {
  return [
    {
      name: "answers a chat, with the tokens that it used",
      async run() {
        await using fixture = await open();
        const usage = { prompt_tokens: 11, completion_tokens: 5 };
        assert.deepEqual(await fixture.provider.chat(CHAT, CALL), { text: "yes", usage });
      },
    },
    {
      name: "makes a picture",
      async run() {
        await using fixture = await open();
        const { imageUrl } = await fixture.provider.generateImage(PICTURE, CALL);
        assert.equal(imageUrl, "https://images.example.com/1.png");
      },
    },
    {
      name: "names its models",
      async run() {
        await using fixture = await open();
        const names = await fixture.provider.listModels(CALL);
        assert.deepEqual(names.toSorted(), ["painter", "small"]);
      },
    },
    ...faultCases(open, {
      chat: (provider, call) => provider.chat(CHAT, call),
      generateImage: (provider, call) => provider.generateImage(PICTURE, call),
      listModels: (provider, call) => provider.listModels(call),
    }),
  ];
}
