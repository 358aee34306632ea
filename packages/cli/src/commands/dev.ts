import { type Platform, PLATFORMS } from "@botwright/core";
import { InvalidArgumentError, Option } from "commander";
import type { CommandHost } from "../command.ts";
import type { DevEvent } from "../dev/events.ts";
import { isAddressInUse } from "../dev/page/address-in-use.ts";
import { EXIT, type ExitCode, UsageError } from "../exit.ts";
import { findPluginFolders, findPlugins } from "../plugins/plugin-files.ts";
import type { Terminal } from "../terminal.ts";

interface DevOptions {
  readonly config?: readonly string[];
  readonly keep?: boolean;
  readonly port?: number;
  readonly platform: Platform;
  readonly user: string;
  readonly json?: boolean;
}

/** `botwright dev`. */
export function declareDev({ program, terminal, run }: CommandHost): void {
  program
    .command("dev")
    .argument("<files...>", "plugin files, or folders of them")
    .summary("talk to plugins on five simulated platforms")
    .description(
      "Runs plugins in the sandbox of production on five simulated platforms, and lets you talk to them. Loads a file again when it is saved. Shows logs, host calls, credits and gas. Lines that are piped in are said one after another; then it ends.",
    )
    .option("-c, --config <key=value>", "a setting of the plugins; may be repeated", collect)
    .option("-k, --keep", "keep storage in .botwright/storage.json")
    .option("--port <number>", "of the address on 127.0.0.1; 0 takes a free one", readPort)
    .addOption(
      new Option("-p, --platform <name>", "where you begin to talk")
        .choices(PLATFORMS)
        .default("telegram"),
    )
    .option("-u, --user <name>", "who you are", "ann")
    .option("--json", "print one JSON document a line, for each event")
    .action((files: string[], options: DevOptions) => run(() => dev(files, options, terminal)));
}

async function dev(
  given: readonly string[],
  options: DevOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { json = false, platform, user, keep = false, port } = options;
  const { stdout, stderr, cwd } = terminal;
  const files = await findPlugins(given, cwd);
  // Loaded here, because these modules load the platforms, and other commands should not wait for that.
  const [{ startDev }, { openChat }, { printEvent }, { readFlag }] = await Promise.all([
    import("../dev/session.ts"),
    import("../dev/chat/chat.ts"),
    import("../dev/chat/print-event.ts"),
    import("../dev/config.ts"),
  ]);
  const note = (text: string): void => chat.print(() => (json ? stderr : stdout).line(text));
  const chat = openChat({ terminal, platform, user, note });
  const onEvent = (event: DevEvent): void => {
    if (chat.isTyped(event) && !json) return;
    chat.print(() => {
      if (json) stdout.line(JSON.stringify(event, shortenBytes));
      else printEvent(event, stdout);
    });
  };
  try {
    await using session = await startDev({
      files,
      folders: await findPluginFolders(given, cwd),
      cwd,
      keep,
      port,
      platform,
      user,
      config: (options.config ?? []).map(readFlag),
      onEvent,
    });
    if (terminal.isInteractive && !json) note("/help lists the commands of this chat.");
    await chat.talk(session);
    // Only a script needs this in the exit code; a person has seen the message.
    const isScript = !terminal.isInteractive && !terminal.signal.aborted;
    return isScript && !session.areAllLoaded() ? EXIT.failed : EXIT.ok;
  } catch (error) {
    if (!isAddressInUse(error)) throw error;
    throw new UsageError(`Port ${port} is in use: choose another one, or --port 0 for a free one`, {
      cause: error,
    });
  }
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It is a number from 0 to 65535.");
}

/** Replaces bytes by their number. */
function shortenBytes(this: unknown, key: string, value: unknown): unknown {
  const original: unknown =
    typeof this === "object" && this !== null ? Reflect.get(this, key) : value;
  return original instanceof Uint8Array ? { bytes: original.length } : value;
}
