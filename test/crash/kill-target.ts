import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "../programs.ts";
import {
  type FromProcess,
  KILLED_SETTINGS,
  type KilledSettings,
  type Question,
  type ToProcess,
} from "./kill-messages.ts";

/** A process that is to be killed. */
export interface KillTarget extends AsyncDisposable {
  /** Connects, in the place of a process that has died, and runs the bots of a round. */
  start(round: number): Promise<Extract<FromProcess, { type: "started" }>>;
  /** Runs the bots of one more round. */
  open(round: number): Promise<void>;
  /** Lets it go on from a question. */
  go(question: Question): void;
  /** Ends it with `SIGKILL`; nothing that it still says is heard. */
  kill(): Promise<void>;
}

/**
 * Starts a process, which loads the plugins and waits.
 *
 * @param onQuestion called with each exchange that it is about to perform, or has performed
 */
export function spawnKillTarget(
  settings: KilledSettings,
  onQuestion: (question: Question) => void,
): KillTarget {
  const child: ChildProcess = fork(bundledProgram("killed-process"), {
    execArgv: [],
    env: { ...process.env, [KILLED_SETTINGS]: JSON.stringify(settings) },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  let isKilled = false;
  const exited = once(child, "exit");
  const failed = exited.then(() => {
    throw new Error(`the process has ended by itself:\n${output}`);
  });
  failed.catch(() => {});
  child.on("message", (message: FromProcess) => {
    if (!isKilled && message.type === "ask") onQuestion(message);
  });

  /** Resolves with the next message of a type. */
  async function next<Type extends FromProcess["type"]>(
    type: Type,
  ): Promise<Extract<FromProcess, { type: Type }>> {
    const { promise, resolve } = Promise.withResolvers<Extract<FromProcess, { type: Type }>>();
    const isOfType = (message: FromProcess): message is Extract<FromProcess, { type: Type }> =>
      message.type === type;
    const hear = (message: FromProcess): void => {
      if (isOfType(message)) resolve(message);
    };
    child.on("message", hear);
    try {
      return await Promise.race([promise, failed]);
    } finally {
      child.off("message", hear);
    }
  }

  const send = (message: ToProcess): void => void child.send(message);
  const loaded = next("loaded");
  loaded.catch(() => {});

  async function kill(): Promise<void> {
    isKilled = true;
    child.kill("SIGKILL");
    await exited;
  }

  return {
    async start(round) {
      await loaded;
      send({ type: "start", round });
      return next("started");
    },
    async open(round) {
      send({ type: "open", round });
      await next("opened");
    },
    go: ({ id }) => send({ type: "go", id }),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
