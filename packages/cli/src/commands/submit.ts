import { createHash } from "node:crypto";
import { basename } from "node:path";
import { intro, isCancel, password as askPassword, text } from "@clack/prompts";
import { BotwrightError, isHigherVersion, LIMITS, type PluginMeta } from "@botwright/core";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, PluginRefusedError, UsageError } from "../exit.ts";
import { createHostClient, HostError, type HostRecord } from "../host/host-client.ts";
import { createOrigins, pathOf, placeOf } from "../host/origin.ts";
import { readNamedFile } from "../named-file.ts";
import { findOnePlugin, readPluginFile } from "../plugins/plugin-files.ts";
import type { Output, Terminal } from "../terminal.ts";

interface SubmitOptions {
  readonly host: string;
  readonly email?: string;
  readonly readme?: string;
  readonly status?: boolean;
  readonly json?: boolean;
}

/** `botwright submit`. */
export function declareSubmit({ program, terminal, run }: CommandHost): void {
  program
    .command("submit")
    .argument("<file>", "the plugin's file, or a folder with one plugin")
    .summary("send a plugin to a host for review")
    .description(
      "Sends a plugin to a host for review, or a new version of one that it has. Logs in with BOTWRIGHT_TOKEN, or with e-mail and password (BOTWRIGHT_EMAIL, BOTWRIGHT_PASSWORD), or asks.",
    )
    .requiredOption("--host <url>", "the host's address, such as https://bots.example.org")
    .option("--email <address>", "the user to log in as")
    .option("--readme <file>", "a Markdown file for the library's page")
    .option("--status", "only show where the plugin stands")
    .option("--json", "print the host's record as JSON")
    .action((file: string, options: SubmitOptions) => run(() => submit(file, options, terminal)));
}

async function submit(
  given: string,
  options: SubmitOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { host, json = false, status = false } = options;
  const { stdout, environment, signal } = terminal;
  if (!URL.canParse(host)) throw new UsageError(`--host ${host} is no address: write https:// too`);
  const { code, name } = await readPluginFile(
    await findOnePlugin(given, terminal.cwd),
    terminal.cwd,
  );
  const submission = {
    ...(await readMeta(code, name)),
    code,
    ...(await readReadme(options, terminal)),
  };
  const client = createHostClient(host, environment.token, signal);
  if (environment.token === undefined) {
    const login = await askForLogin(options, terminal);
    if (login === undefined) return EXIT.interrupted;
    await client.login(login.email, login.password);
  }
  const known = (await client.list()).find(({ slug }) => slug === submission.slug);
  if (status) {
    if (known === undefined) {
      const message = `${host} has no plugin ${submission.slug} of yours`;
      throw new BotwrightError(message, { code: "PLUGIN_NOT_FOUND" });
    }
    return show(known, json, stdout);
  }
  warnOfVersion(submission, known, terminal.stderr);
  try {
    const { slug: _slug, ...changes } = submission;
    const record = await (known === undefined
      ? client.submit(submission)
      : client.update(known.id, changes));
    return show(record, json, stdout);
  } catch (error) {
    if (error instanceof HostError && !json) {
      const originOf = createOrigins(code, basename(name));
      for (const { line, column, severity, message } of error.findings) {
        const place = placeOf(originOf({ line, column, endLine: line, endColumn: column + 1 }));
        stdout.line(`  ${place}  ${severity}  ${message}`);
      }
    }
    throw error;
  }
}

/** Warns before an update whose version number is not higher; the host accepts it all the same. */
function warnOfVersion(
  { code, version = LIMITS.plugin.defaultVersion }: { code: string; version?: string },
  known: HostRecord | undefined,
  out: Output,
): void {
  const published = known?.published_version ?? undefined;
  if (published === undefined || isHigherVersion(version, published)) return;
  // With unchanged code only the texts change, which needs no new version number.
  if (createHash("sha256").update(code).digest("hex") === known?.sha256) return;
  const advice = "raise meta.version, so that people see that the code is new";
  out.line(
    `${out.style("yellow", "warning")}: version ${published} is in the library, and ${version} is not higher: ${advice}`,
  );
}

/** The texts of a submission, from the file's own meta. */
async function readMeta(code: string, file: string) {
  const { inspectPlugin } = await import("@botwright/inspect");
  const { meta, findings } = inspectPlugin(code, { thirdParty: true });
  const worst = findings.find(({ severity }) => severity === "error");
  if (meta === null || worst !== undefined) {
    const { message } = worst ?? { message: "it has no readable meta" };
    const origin = worst && createOrigins(code, basename(file))(worst);
    const place = origin === undefined ? `${file}:1` : `${pathOf(origin, file)}:${origin.line}`;
    throw new PluginRefusedError(`${place}: ${message}; botwright check ${file} says more`);
  }
  const { slug, name = slug } = meta;
  if (slug === undefined)
    throw new PluginRefusedError(`${file}: meta.slug is missing: the host knows plugins by it`);
  const words = [
    "description",
    "icon",
    "category",
    "version",
    "triggers",
    "config_schema",
  ] as const;
  const given: Partial<PluginMeta> = Object.fromEntries(
    words.filter((key) => meta[key] !== undefined).map((key) => [key, meta[key]]),
  );
  // The host keeps fields that are not sent, so fields that the file lacks are sent as empty.
  return { triggers: [], config_schema: [], ...given, slug, name };
}

async function readReadme(
  { readme }: SubmitOptions,
  { cwd }: Terminal,
): Promise<{ readme?: string }> {
  if (readme === undefined) return {};
  return { readme: (await readNamedFile(readme, cwd)).toString() };
}

/** Finds out the account to log in to; `undefined` when the person cancels. */
async function askForLogin(
  options: SubmitOptions,
  { stdin, stdout, signal, isInteractive, environment }: Terminal,
): Promise<{ email: string; password: string } | undefined> {
  const streams = { input: stdin, output: stdout.stream, signal };
  let email = options.email ?? environment.email;
  let { password } = environment;
  if (!isInteractive && (email === undefined || password === undefined)) {
    throw new UsageError(
      "Set BOTWRIGHT_TOKEN, or BOTWRIGHT_EMAIL and BOTWRIGHT_PASSWORD: this is no terminal, so the command cannot ask for them",
    );
  }
  if (email === undefined || password === undefined) intro(`Log in to ${options.host}`, streams);
  if (email === undefined) {
    const answer = await text({ ...streams, message: "E-mail" });
    if (isCancel(answer)) return undefined;
    email = answer;
  }
  if (password === undefined) {
    const answer = await askPassword({ ...streams, message: "Password" });
    if (isCancel(answer)) return undefined;
    password = answer;
  }
  return { email, password };
}

function show(record: HostRecord, json: boolean, out: Output): ExitCode {
  if (json) out.line(JSON.stringify(record, undefined, 2));
  else {
    const { slug, version, status, published_version: published, reason } = record;
    out.line(`${out.style("bold", slug)} ${version}: ${STATUS_WORDS[status] ?? status}`);
    if (status === "pending" && published !== null) {
      out.line(`${published} stays in the library until ${version} is approved`);
    }
    if (reason !== null) out.line(`The reviewer wrote: ${reason}`);
  }
  return EXIT.ok;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  pending: "waits for a review",
  published: "is in the library",
  rejected: "was rejected",
  taken_down: "was taken down",
};
