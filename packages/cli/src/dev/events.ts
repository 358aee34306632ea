import type {
  CallUsage,
  ErrorReport,
  HostCallOutcome,
  JournalEntry,
  Logger,
  Platform,
  PluginRun,
} from "@botwright/core";

/** Something that happens while `dev` runs: a line of `--json`. */
export type DevEvent =
  | {
      readonly type: "ready";
      readonly url: string;
      readonly platforms: readonly Platform[];
      readonly plugins: readonly string[];
      /** Milliseconds since the start. */
      readonly ms: number;
    }
  | {
      readonly type: "loaded";
      readonly file: string;
      readonly slug: string;
      /** Milliseconds: of a reload since the file was written, else of the load. */
      readonly ms: number;
      readonly isReload: boolean;
    }
  | {
      /** Its file is gone from a folder. */
      readonly type: "unloaded";
      readonly file: string;
    }
  | ({
      readonly type: "load-failed";
      readonly file: string;
      /** The previous version stays loaded. */
      readonly isServingOld: boolean;
    } & ErrorReport)
  /** A mistake that shows without running the plugin; lines and columns count from 1. */
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
      /** Of a file. */
      readonly size?: number;
    }
  | ({ readonly type: "turn" } & DevTurn);

/** What became of one message. */
export interface DevTurn {
  readonly platform: Platform;
  readonly from: string;
  readonly handledBy: string | null;
  readonly runs: readonly PluginRun[];
  /** Interrupt ticks of all plugins. */
  readonly gas: number;
  readonly credits: number;
  readonly hostCalls: number;
  readonly ms: number;
}

/** What kinds of message there are. */
type MessageKind = "text" | "image" | "voice" | "file" | "video";

/** Called with each event of a development session. */
export type OnDevEvent = (event: DevEvent) => void;

/** Sums what the plugins of a turn have used. */
export function sumUsage(runs: readonly PluginRun[], of: (usage: CallUsage) => number): number {
  return runs.reduce((sum, { usage }) => sum + (usage === undefined ? 0 : of(usage)), 0);
}
