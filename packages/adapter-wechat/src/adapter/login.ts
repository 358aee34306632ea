import type { LoginPrompt } from "@botwright/core";
import {
  loginRefused,
  loginSteps,
  type LoginStepsOptions,
  type WechatCredentials,
} from "../api/login.ts";

/** How a person logs the bot in. `adapter.onStatus` also reports each step, as `needs-login`. */
export interface WechatLogin {
  /**
   * Shows a code: draw `content` as a QR code. Called again when a code has expired; `attempt`
   * counts the codes from 1 to 3.
   */
  onQr?(code: { readonly content: string; readonly attempt: number }): void | Promise<void>;
  /** Called when the person has scanned the code, and has to confirm on the phone. */
  onScanned?(): void;
  /** Asks for the digits that the phone shows; `isWrong` is true when the last digits were wrong. */
  askVerifyCode?(isWrong: boolean): Promise<string>;
  /** Tokens of the host's other bots, so that a bot is not bound twice. @default none */
  readonly knownTokens?: readonly string[];
}

/** Options of {@link logIn}. */
export interface LogInOptions extends Omit<LoginStepsOptions, "knownTokens"> {
  readonly login: WechatLogin;
  /** Called with each step that needs a person. */
  readonly onPrompt: (prompt: LoginPrompt) => void;
}

/**
 * Logs in with the callbacks of the adapter's options.
 *
 * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when no code is confirmed in time
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

/** The error of a login that the adapter gives up; its text has no secret to redact. */
function refused(description: string): Error {
  return loginRefused({ redact: (text) => text }, description);
}
