import type { LoginPrompt } from "@botwright/core";
import {
  loginRefused,
  loginSteps,
  type LoginStepsOptions,
  type WechatCredentials,
} from "./api-login.ts";

/** How a person logs the bot in. All of it is also reported by `adapter.onStatus` as `needs-login`. */
export interface WechatLogin {
  /**
   * Shows a code: draw `content` as a QR code. It is called again when a code has become too old,
   * `attempt` counts from 1 to 3.
   */
  onQr?(code: { readonly content: string; readonly attempt: number }): void | Promise<void>;
  /** The code was scanned; the person has to confirm on the phone. */
  onScanned?(): void;
  /** Asks for the digits that the phone shows; `isWrong` when the ones before were. */
  askVerifyCode?(isWrong: boolean): Promise<string>;
  /** Tokens of other bots of this host, so that a bot is not bound twice. @default none */
  readonly knownTokens?: readonly string[];
}

/** Options of {@link logIn}. */
export interface LogInOptions extends Omit<LoginStepsOptions, "knownTokens"> {
  readonly login: WechatLogin;
  /** Is called with each step that needs a person. */
  readonly onPrompt: (prompt: LoginPrompt) => void;
}

/**
 * Logs in with the callbacks of the adapter's options.
 *
 * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when nobody confirms in time
 */
export async function logIn({
  login,
  onPrompt,
  ...options
}: LogInOptions): Promise<WechatCredentials> {
  for await (const step of loginSteps({ ...options, knownTokens: login.knownTokens })) {
    if (step.state === "confirmed") return step.credentials;
    onPrompt(step);
    if (step.state === "waiting") await login.onQr?.({ content: step.qr, attempt: step.attempt });
    else if (step.state === "scanned") login.onScanned?.();
    else if (step.state === "needs-code" && login.askVerifyCode !== undefined) {
      step.submit(await login.askVerifyCode(step.isWrong));
    } else if (step.state === "needs-code" && login.onQr !== undefined) {
      throw refused("the phone asks for a verify code: pass login.askVerifyCode");
    }
  }
  throw refused("no code was confirmed in time; start again to show new ones");
}

/** A refusal in our own words, which hold no secret. */
function refused(description: string): Error {
  return loginRefused({ redact: (text) => text }, description);
}
