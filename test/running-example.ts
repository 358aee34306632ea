import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "./programs.ts";
import { root } from "./repository.ts";

/** A process of an example that serves HTTP. */
export interface RunningExample extends AsyncDisposable {
  readonly process: ChildProcess;
  output(): string;
  /** Its exit code. */
  readonly exited: Promise<number | null>;
  /** The base URL, once the server has said where it is. */
  url(): Promise<string>;
}

/**
 * Starts an example on a free port, from its bundle, or from the sources as its README does. It is killed at the
 * end, unless it has exited.
 */
export function startExample(
  name: "in-memory-server" | "reference-server",
  env: Record<string, string> = {},
  from: "bundle" | "sources" = "bundle",
): RunningExample {
  const args =
    from === "bundle"
      ? [bundledProgram(name)]
      : ["--conditions=@botwright/source", `examples/${name}/main.ts`];
  const child = spawn("node", args, {
    cwd: root,
    env: { ...process.env, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = Promise.withResolvers<string>();
  const listen = (text: string): void => {
    output += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\/healthz)/.exec(output) ?? [];
    if (url !== undefined) ready.resolve(url);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", listen);
  }
  const exited = once(child, "close").then(() => child.exitCode);
  void exited.then(() => ready.reject(new Error(`The server has ended:\n${output}`)));
  // Tests of what fails never ask for the address.
  ready.promise.catch(() => {});
  return {
    process: child,
    output: () => output,
    exited,
    url: () => ready.promise,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
