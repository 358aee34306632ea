import type { Platform, PlatformAdapter } from "@botwright/core";
import type { LoginView } from "./wechat-login.ts";
import { TITLES, USERS } from "./platforms.ts";
import type { BotState, RunningBot } from "./running-bot.ts";

/** One platform as `GET /simulators` lists it. */
export interface PlatformView {
  platform: Platform;
  title: string;
  simulated: boolean;
  state: BotState;
  /** A person's id to begin with. */
  user: string;
  /** How far the login is, where a person logs the bot in; `codes` counts the QR codes. */
  login?: Omit<LoginView, "content">;
  capabilities: PlatformAdapter["capabilities"];
  /** How many messages the bot has sent. */
  sent: number;
  /** Who sees the bot typing. */
  typing: string[];
}

/** The platforms as they are now. */
export function viewPlatforms(bots: readonly RunningBot[]): PlatformView[] {
  return bots.map((bot) => {
    const { platform, adapter, simulator } = bot;
    const login = bot.login === undefined ? undefined : withoutCode(bot.login.view());
    const typing = simulator?.typing().filter(({ state }) => state === "shown") ?? [];
    return {
      platform,
      title: TITLES[platform],
      simulated: simulator !== undefined,
      state: bot.state(),
      user: USERS[platform],
      ...(login === undefined ? {} : { login }),
      capabilities: adapter.capabilities,
      sent: simulator?.sent().length ?? 0,
      typing: typing.map(({ to }) => to),
    };
  });
}

/** Who looks at the platforms is told that there is a code, not what it says. */
function withoutCode({ stage, codes, error }: LoginView): Omit<LoginView, "content"> {
  return { stage, codes, ...(error === undefined ? {} : { error }) };
}
