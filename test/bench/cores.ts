import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Numbers of cores, as `taskset --cpu-list` takes them. */
export type Cores = readonly number[];

/** The cores of two nodes, until this is disposed of. */
export interface NodeCores extends AsyncDisposable {
  /** One core each; `undefined` where processes cannot be bound to cores, or there are too few. */
  readonly first: Cores | undefined;
  readonly second: Cores | undefined;
  /** How many cores nodes have, in words. */
  readonly where: (nodes: readonly (Cores | undefined)[]) => string;
}

/** Nodes have one each; what is left is for the database and the platforms. */
const LEAST_CORES = 4;

/**
 * Gives each of two nodes a core of its own, and this process, with what it starts from then on, the others: two
 * nodes are to be two machines, which do not take computing time from each other.
 */
export async function shareCores(): Promise<NodeCores> {
  const all = await findCores();
  const [first, second, ...others] = all;
  if (first === undefined || second === undefined || all.length < LEAST_CORES) {
    return {
      first: undefined,
      second: undefined,
      where: () => "not bound to cores",
      [Symbol.asyncDispose]: async () => {},
    };
  }
  await useCores(others);
  return {
    first: [first],
    second: [second],
    where: ([own, ...more]) => {
      const cores = own?.length === 1 ? "1 core" : `${own?.length} cores`;
      return more.length > 0 ? `${cores} each` : cores;
    },
    [Symbol.asyncDispose]: () => useCores(all),
  };
}

/** The cores that this process may use; none where processes cannot be bound to some of them. */
async function findCores(): Promise<Cores> {
  try {
    await run("taskset", ["--version"]);
    const status = await readFile("/proc/self/status", "utf8");
    return parseCores(/^Cpus_allowed_list:\s*(\S+)/mu.exec(status)?.[1] ?? "");
  } catch {
    // Not Linux, or without the tool.
    return [];
  }
}

/** Reads a list such as `0-2,5`. */
function parseCores(list: string): number[] {
  return list.split(",").flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Binds this process and what it starts from then on, unless that is bound itself. */
async function useCores(cores: Cores): Promise<void> {
  await run("taskset", ["--all-tasks", "--cpu-list", "--pid", cores.join(","), `${process.pid}`]);
}
