import { assertOptions } from "./assert-options.ts";
import { startDingtalk } from "./dingtalk/index.ts";
import { SimulatorError } from "./errors.ts";
import { startFeishu } from "./feishu/index.ts";
import type { Simulator } from "./simulator.ts";
import type { SimulatorMap, SimulatorPlatform } from "./simulator-map.ts";
import { startTelegram } from "./telegram/index.ts";
import { startWechat } from "./wechat/index.ts";
import { startWecom } from "./wecom/index.ts";

const starters: {
  readonly [P in SimulatorPlatform]: (
    options?: SimulatorMap[P]["options"],
  ) => Promise<SimulatorMap[P]["simulator"] & Simulator>;
} = {
  telegram: startTelegram,
  wecom: startWecom,
  dingtalk: startDingtalk,
  wechat: startWechat,
  feishu: startFeishu,
};

/**
 * Starts a simulator of a chat platform on 127.0.0.1 that has the real platform's API.
 * @throws SimulatorError `UNKNOWN_PLATFORM`, or `INVALID_INPUT` for options that it does not have or support.
 * @example
 * await using sim = await startSimulator("telegram");
 * await sim.say({ from: "1001", text: "hello" });
 */
export async function startSimulator<P extends SimulatorPlatform>(
  platform: P,
  options?: SimulatorMap[P]["options"],
): Promise<SimulatorMap[P]["simulator"]> {
  if (!Object.hasOwn(starters, platform)) {
    const known = Object.keys(starters).join(", ");
    throw new SimulatorError(
      "UNKNOWN_PLATFORM",
      `There is no simulator for "${platform}"; use one of: ${known}.`,
    );
  }
  assertOptions(platform, options);
  return starters[platform](options);
}
