import type {
  CallUsage,
  ErrorReport,
  HostCallOutcome,
  JournalEntry,
  Logger,
  Platform,
  PluginRun,
} from "@botwright/core";

/** An event of `dev`: a line of `--json`. */
export type DevEvent =
  | {
      readonly type: "ready";
      readonly url: string;
      readonly platforms: readonly Platform[];
      readonly plugins: readonly string[];
      /** Milliseconds since `dev` was started. */
      readonly ms: number;
    }
  | {
      readonly type: "loaded";
      readonly file: string;
      readonly slug: string;
      /** Milliseconds: for a reload since the file was written, otherwise the duration of the load. */
      readonly ms: number;
      readonly isReload: boolean;
    }
  | {
      /** The plugin's file has disappeared from a folder. */
      readonly type: "unloaded";
      readonly file: string;
    }
  | ({
      readonly type: "load-failed";
      readonly file: string;
      /** The previous version stays loaded. */
      readonly isServingOld: boolean;
    } & ErrorReport)
  /** A mistake that is found without running the plugin; lines and columns count from 1. */
  | {
      readonly type: "notice";
      readonly file: string;
      readonly rule: string;
      readonly message: string;
      readonly line: number;
      readonly column: number;
    }
  | {
      readonly type: "said";
      readonly platform: Platform;
      readonly from: string;
      readonly kind: MessageKind;
      readonly text: string;
    }
  | ({
      readonly type: "call";
      readonly plugin: string;
      readonly outcome: HostCallOutcome;
      readonly ms: number;
    } & Pick<JournalEntry, "operation" | "args">)
  | {
      readonly type: "log";
      readonly level: keyof Logger;
      readonly text: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: "sent";
      readonly platform: Platform;
      readonly to: string;
      readonly kind: MessageKind;
      readonly text?: string;
      readonly name?: string;
      /** The size of a file in bytes. */
      readonly size?: number;
    }
  | ({ readonly type: "turn" } & DevTurn);

/** The result of one message. */
export interface DevTurn {
  readonly platform: Platform;
  readonly from: string;
  readonly handledBy: string | null;
  readonly runs: readonly PluginRun[];
  /** Interrupt ticks of all plugins together. */
  readonly gas: number;
  readonly credits: number;
  readonly hostCalls: number;
  readonly ms: number;
}

/** The kinds of messages. */
type MessageKind = "text" | "image" | "voice" | "file" | "video";

/** Called with each event of a development session. */
export type OnDevEvent = (event: DevEvent) => void;

/** Sums a value over the plugins that ran for a message. */
export function sumUsage(runs: readonly PluginRun[], of: (usage: CallUsage) => number): number {
  return runs.reduce((sum, { usage }) => sum + (usage === undefined ? 0 : of(usage)), 0);
}
