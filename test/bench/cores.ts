import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The numbers of cores, for `taskset --cpu-list`. */
export type Cores = readonly number[];

/** The cores of two nodes; disposing gives this process all cores again. */
export interface NodeCores extends AsyncDisposable {
  /** One core each; `undefined` if processes cannot be bound to cores, or there are fewer than four. */
  readonly first: Cores | undefined;
  readonly second: Cores | undefined;
  /** Says in words how many cores each of the nodes has. */
  readonly where: (nodes: readonly (Cores | undefined)[]) => string;
}

/** The least number of cores: one for each node, and two for the database and the platforms. */
const LEAST_CORES = 4;

/**
 * Reserves a core for each of two nodes, and binds this process, and processes that it starts later, to the others. So
 * the nodes behave like two machines, which do not take CPU time from each other.
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

/** Finds the cores that this process may use; an empty list if processes cannot be bound to cores. */
async function findCores(): Promise<Cores> {
  try {
    await run("taskset", ["--version"]);
    const status = await readFile("/proc/self/status", "utf8");
    return parseCores(/^Cpus_allowed_list:\s*(\S+)/mu.exec(status)?.[1] ?? "");
  } catch {
    // The system is not Linux, or has no taskset.
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

/** Binds this process to cores; processes that it starts later inherit them unless they are bound to others. */
async function useCores(cores: Cores): Promise<void> {
  await run("taskset", ["--all-tasks", "--cpu-list", "--pid", cores.join(","), `${process.pid}`]);
}
