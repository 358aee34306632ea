import { dingtalkBinding } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import type { PlatformAdapter, PlatformBinding } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import type { CapabilityRow } from "./capability-table.ts";

/** How bots are bound, in the order of the tables. */
export const BINDINGS: readonly PlatformBinding[] = [
  wechatBinding,
  feishuBinding,
  wecomBinding,
  dingtalkBinding,
  telegramBinding,
];

/** An adapter that was never started, bound to what a simulator names. */
export async function createIdleAdapter(binding: PlatformBinding): Promise<PlatformAdapter> {
  await using simulator = await startSimulator(binding.platform);
  return binding.createAdapter(
    simulator.bind?.() ?? simulator.credentials,
    simulator.adapterOptions,
  );
}

/** What the adapters declare. */
export const DECLARED: readonly CapabilityRow[] = await Promise.all(
  BINDINGS.map(async (binding) => {
    const adapter = await createIdleAdapter(binding);
    const cancelTyping = adapter.cancelTyping !== undefined;
    return { binding, capabilities: adapter.capabilities, cancelTyping };
  }),
);
