import type { Simulator } from "@botwright/simulators";
import { ChatPageError } from "../errors.ts";
import type { PlatformState, PlatformLogin } from "./platform-state.ts";
import { PLATFORM_TITLES } from "./platform.ts";

/** @throws {ChatPageError} `UNKNOWN_PLATFORM` listing the known ones */
export function findPlatform(platforms: readonly PlatformState[], name: string): PlatformState {
  const found = platforms.find(({ platform }) => platform === name);
  if (found !== undefined) return found;
  const known = platforms.map(({ platform }) => platform).join(", ");
  throw new ChatPageError(
    "UNKNOWN_PLATFORM",
    `there is no platform "${name}"; use one of: ${known}`,
  );
}

/** @throws {ChatPageError} `NOT_SIMULATED` when the bot is on the real platform */
export function simulatorOf({ platform, simulator }: PlatformState): Simulator {
  if (simulator !== undefined) return simulator;
  const title = PLATFORM_TITLES[platform];
  throw new ChatPageError("NOT_SIMULATED", `this bot is on ${title} itself: write to it there`);
}

/** @throws {ChatPageError} `NOT_FOUND` when the bot needs no login by QR code */
export function loginOf({ platform, login }: PlatformState): PlatformLogin {
  if (login !== undefined) return login;
  throw new ChatPageError("NOT_FOUND", `${platform} has no login by QR code`);
}
