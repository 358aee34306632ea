import type { AdapterOptions, Platform, SendOptions } from "@botwright/core";
import type { DefectName } from "./planted-defects.ts";

/** The variable of the environment that holds the settings of a process, as JSON. */
export const KILLED_SETTINGS = "CRASH_PROCESS";

/** A plugin of the corpus that runs in each round, maybe over stores with a planted defect. */
export interface KillCase {
  /** Its name in `PLUGINS`. */
  readonly plugin: string;
  readonly defect?: DefectName;
}

/** What a process that is to be killed is started with. */
export interface KilledSettings {
  readonly platform: Platform;
  /** Where its simulator is, as far as JSON can say it. */
  readonly adapterOptions: AdapterOptions;
  readonly credentials: object;
  readonly databaseUrl: string;
  /** 32 bytes as hexadecimal digits: the key that seals the journal. */
  readonly secret: string;
  /** Where the scripted provider of models is. */
  readonly providerUrl: string;
  readonly cases: readonly KillCase[];
}

/** From the test: connect and run the bots of a round; run those of one more; go on. */
export type ToProcess =
  | { readonly type: "start"; readonly round: number }
  | { readonly type: "open"; readonly round: number }
  | { readonly type: "go"; readonly id: number };

/** From the process. */
export type FromProcess =
  | { readonly type: "loaded" }
  | { readonly type: "started"; readonly idempotency: boolean; readonly callbackUrl?: string }
  | { readonly type: "opened" }
  | Question;

/** An exchange of one chat is about to be performed, or was performed; the process waits for "go". */
export interface Question {
  readonly type: "ask";
  readonly id: number;
  readonly chat: number;
  readonly moment: "before" | "after";
  /** The port's method, such as `journal.write`. */
  readonly exchange: string;
  /** The key in storage of a `store.get`. */
  readonly key?: string;
  /** What is sent, and how. */
  readonly send?: {
    readonly what: string;
    readonly options: Pick<SendOptions, "idempotencyKey" | "mayBeRepeat">;
  };
}

/** The number of a chat; also that of its bot and account, so that each starts with empty stores. */
export function chatNumber(round: number, place: number): number {
  return 10_000 + round * 100 + place;
}

/** The number in a person's id, on every platform. */
export function chatOf(person: string): number {
  return Number(/\d+/u.exec(person)?.[0]);
}
