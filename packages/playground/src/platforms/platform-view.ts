import type { LocalizedText, Platform } from "@botwright/core";
import { TRANSCRIPTION_PLACES } from "@botwright/simulators";
import type { PlatformState } from "./platform-state.ts";
import type { Person } from "./people.ts";
import {
  type LoginView,
  type PageCapabilities,
  type PageState,
  PLATFORM_TITLES,
} from "./platform.ts";

/** One platform in the answer of `GET /simulators`. */
interface PlatformView {
  platform: Platform;
  title: string;
  simulated: boolean;
  state: PageState;
  /** Why the state is `"failed"`, and what a person can do about it. */
  problem?: string;
  advice?: LocalizedText;
  /** The URL at which a person binds a bot. */
  bindAt?: string;
  /** The id of the person as whom the page first writes. */
  user: string;
  people: readonly Person[];
  /** Whether people can be added. */
  canAdd: boolean;
  /** Whether a voice message can have a transcription. */
  hasTranscription: boolean;
  /** The progress of the login, if a person logs the bot in; `codes` counts the QR codes. */
  login?: Omit<LoginView, "content">;
  capabilities: PageCapabilities;
  /** How many messages the bot has sent. */
  sent: number;
  /** The people who see the bot typing. */
  typing: string[];
}

/** The current state of the platforms. */
export function viewPlatforms(platforms: readonly PlatformState[]): PlatformView[] {
  return platforms.map(({ platform, simulator, status, login, people, capabilities, bindAt }) => {
    const { state, problem, advice } = status();
    const typing = simulator?.typing().filter((one) => one.state === "shown") ?? [];
    return {
      platform,
      title: PLATFORM_TITLES[platform],
      simulated: simulator !== undefined,
      state,
      ...(problem === undefined ? {} : { problem }),
      ...(advice === undefined ? {} : { advice }),
      ...(bindAt === undefined ? {} : { bindAt }),
      user: people.all()[0]?.id ?? "",
      people: people.all(),
      canAdd: people.canAdd,
      hasTranscription: TRANSCRIPTION_PLACES[platform] !== "none",
      ...(login === undefined ? {} : { login: withoutCode(login.view()) }),
      capabilities,
      sent: simulator?.sent().length ?? 0,
      typing: typing.map(({ to }) => to),
    };
  });
}

/** The list of platforms has the stage of a login, but not the content of its QR code. */
function withoutCode({ stage, codes, error }: LoginView): Omit<LoginView, "content"> {
  return { stage, codes, ...(error === undefined ? {} : { error }) };
}
