import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { root } from "../repository.ts";
import { bundledProgram } from "../programs.ts";
import { type NodeSettings, NODE_SETTINGS } from "./node-settings.ts";

/** A node of a host as a process. */
export interface NodeProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Resolves with its base URL when it runs bots. */
  readonly ready: Promise<string>;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
  /** Its log, a JSON object on each line. */
  log(): string;
  /** Ends it as the system does when memory is short: it can do nothing more. */
  kill(): Promise<void>;
}

/** Starts a node. It is killed at the end, unless it has exited. */
export function startNodeProcess(settings: NodeSettings): NodeProcess {
  const child = spawn("node", [bundledProgram("node")], {
    cwd: root,
    env: { ...process.env, [NODE_SETTINGS]: JSON.stringify(settings) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (process.env["FAULTS_LOG"]) appendFileSync(process.env["FAULTS_LOG"], text);
      const [, url] = /^ready (.*)$/mu.exec(output) ?? [];
      if (url !== undefined) ready.resolve(url);
    });
  }
  const exited = once(child, "close");
  void exited.then(() => ready.reject(new Error(`the node has ended:\n${output}`)));
  ready.promise.catch(() => {});
  async function kill(): Promise<void> {
    child.kill("SIGKILL");
    await exited;
  }
  return {
    process: child,
    ready: ready.promise,
    ended: exited,
    log: () => output,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
