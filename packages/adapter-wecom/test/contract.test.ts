import { adapterContract, type ContractPlatform } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { createWecomAdapter } from "../src/index.ts";
import { bindingOf, secretsOf, serveAdapter, USER } from "./wecom.ts";

async function open(): Promise<ContractPlatform> {
  const wecom = await startSimulator("wecom", { callbackRetryMs: 200 });
  let newest: PlatformAdapter | undefined;
  const callbacks = await serveAdapter(() => newest);
  wecom.setCallback(callbacks.url);
  return {
    user: USER,
    secrets: secretsOf(wecom),
    inspector: {
      ...wecom,
      async close() {
        await wecom.close();
        await callbacks[Symbol.asyncDispose]();
      },
    },
    createAdapter(parts) {
      newest = createWecomAdapter({ ...parts, ...bindingOf(wecom) });
      return newest;
    },
    refuseSends() {
      wecom.fault("refused-user", { user: USER });
      return "PLATFORM_FORBIDDEN";
    },
    revoke: () => void wecom.fault("revoked-credentials"),
  };
}

describe("the contract of adapters", () => {
  const cases = adapterContract({
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: false,
      quotes: false,
      textLimits: [{ unit: "utf8", max: 2048 }],
    },
    open,
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
