import {
  type AdapterOptions,
  assertAdapterOptions,
  assertOptionGroup,
} from "@botwright/adapter-kit";
import { invalidInput, OPTION_RULES } from "@botwright/core";

/** Options of `createDingtalkAdapter`. */
export interface DingtalkAdapterOptions extends AdapterOptions {
  /** AppKey (Client ID) of the organisation's app. */
  appKey: string;
  /** AppSecret (Client Secret). */
  appSecret: string;
  /** RobotCode; in most apps it equals the AppKey. */
  robotCode: string;
  /** The robot's name, for quotes of its own messages. @default "" */
  botName?: string;
  /** Base URL of the old API, which receives uploads. @default "https://oapi.dingtalk.com" */
  oapiBase?: string;
  /** Receive by HTTP mode instead of Stream mode: pass the requests to `adapter.handleRequest`. */
  callback?: {
    /** The key of encrypted messages, 43 characters. Without a key, encrypted messages are refused. */
    aesKey?: string;
  };
}

const { object, text } = OPTION_RULES;

/** Options that must not be empty. */
const REQUIRED = ["appKey", "appSecret", "robotCode"] as const;

/** Checks the options of an adapter of DingTalk. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertDingtalkOptions(options: DingtalkAdapterOptions): void {
  const credentials = { appKey: text, appSecret: text, robotCode: text };
  const own = { ...credentials, botName: text, oapiBase: text, callback: object };
  assertAdapterOptions(options, own, REQUIRED);
  assertOptionGroup("callback", options.callback, { aesKey: text });
  for (const name of REQUIRED) {
    if (options[name] === "") throw invalidInput(`${name} is empty: copy it from the app's page`);
  }
}

/** Reads the key of encrypted messages. @throws {InvalidInputError} `INVALID_INPUT` when it has the wrong form */
export function readAesKey(key: string | undefined): Uint8Array | undefined {
  if (key === undefined) return undefined;
  if (/^[A-Za-z0-9+/]{43}$/.test(key)) return Buffer.from(`${key}=`, "base64");
  throw invalidInput("aesKey must be 43 letters, digits, + or /, as the app's page gives it");
}
