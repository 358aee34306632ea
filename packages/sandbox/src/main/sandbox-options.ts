import type { Clock, Logger } from "@botwright/core";
import type { ApprovedMeta } from "./declaration.ts";
import type { BudgetOptions } from "./fairness/budgets.ts";
import type { CallLimits } from "../protocol/call-limits.ts";
import type { QuarantineOptions } from "./fairness/quarantine.ts";
import type { SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./call/fetch.ts";

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /**
   * Worker threads for calls; one more is kept ready as a spare. They start with the first loaded file.
   * @default one less than the machine has cores, at least 1
   */
  workers?: number;
  limits?: Partial<CallLimits>;
  /**
   * Performs plugins' `fetch`; `false` disables the network.
   * @default public HTTPS addresses only, by `@botwright/guarded-fetch`
   */
  fetch?: SandboxFetch | false;
  quarantine?: QuarantineOptions;
  /**
   * Bytes that all waiting calls may hold together: the memory in which their machines differ from the plugin's image
   * (about 22,000 for a small handler), and large arguments of host calls that have not ended. About 50,000 bytes per
   * call that the process needs in addition do not count. Beyond this limit the plugin whose calls hold most in sum
   * loses its largest call, which ends with `SANDBOX_MEMORY_LIMIT`.
   * @default 268_435_456
   */
  waitingBytes?: number;
  /**
   * Bytes of answers (of storage, AI, search, downloads and fetches) in transit to plugins, reserved before
   * they are fetched. Further host calls wait. An eighth is reserved for small answers, so that fetches and
   * downloads delay no call of a service.
   * @default 134_217_728
   */
  answerBytes?: number;
  /** The same for one plugin, which never gets more than is free. @default 50_331_648 */
  pluginAnswerBytes?: number;
  /**
   * Bytes of the images of all loaded plugins. Beyond them, an image that no call has used for ten minutes is
   * evicted first, else one of the plugin whose images take most; the next call loads its file again. The image of
   * a plugin to which the host has no reference left is freed by the garbage collector.
   * @default 268_435_456
   */
  imageBytes?: number;
  /** How much of the host plugins may use while other plugins are active; omitted budgets have their defaults. */
  budgets?: BudgetOptions;
  /** Receives events, for metrics and logs. */
  onEvent?: SandboxEventListener;
  /** @default a logger that discards everything */
  logger?: Logger;
  /** @default the system clock */
  clock?: Clock;
}

/** Options for loading a file. */
export interface PluginInfo {
  /**
   * The slug under which the plugin is installed. A file that declares another slug is refused, because it
   * would get the storage and settings of the other plugin. @default `meta.slug`, else `defaultSlug`
   */
  slug?: string;
  /**
   * The slug of a file that declares none, such as the file's name: `slugOfFile(path)`. It names the
   * plugin's storage. @default "plugin"
   */
  defaultSlug?: string;
  /**
   * Name or path of the plugin's file, for the positions of its errors; they have the name without folders.
   * @default the slug and `.js`
   */
  file?: string;
  /**
   * The declaration that a person has seen and approved. A file that declares another one when it runs is refused.
   * The approved permissions are granted, never the file's own. Only the slug may differ; then the approved one
   * wins. `{}` approves a file that declares neither permissions nor priority.
   * @default what the file declares when it runs
   */
  approved?: ApprovedMeta;
  /** Limits for this plugin only. */
  limits?: Partial<CallLimits>;
  /** Performs this plugin's `fetch`. @default the sandbox's */
  fetch?: SandboxFetch | false;
  /** Receives this plugin's `console` output. @default the sandbox's */
  logger?: Logger;
}

/** Options of {@link Sandbox.close}. */
export interface CloseOptions {
  /** Milliseconds for which running calls may continue. @default 5000 */
  graceMs?: number;
}
