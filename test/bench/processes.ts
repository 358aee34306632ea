import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of a tick: /proc shows CPU times in hundredths of a second. */
const TICK_MS = 10;

/** The memory and CPU time of a process, and of its descendants. */
export interface ProcessTree {
  /** Resident memory of the process itself, MB. */
  readonly ownMegabytes: number;
  /** Memory of the descendants, MB, as PSS: a page that several processes share is divided among them. */
  readonly otherMegabytes: number;
  readonly others: number;
  /** CPU time so far, of the process and of the descendants. */
  readonly ownCpuMs: number;
  readonly otherCpuMs: number;
}

/** Reads /proc for a process and all its descendants. */
export async function readProcessTree(root: number): Promise<ProcessTree> {
  const parents = new Map<number, number>();
  const cpu = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    // A process may end before its file is read.
    const stat = Number.isInteger(pid)
      ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "")
      : "";
    // The program's name may contain spaces and brackets, so the fields are read after its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(pid, Number(fields[1]));
    cpu.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  const others = [...parents.keys()].filter((pid) => pid !== root && isBelow(pid));
  const sizes = await Promise.all(others.map((pid) => megabytes(pid, "smaps_rollup", "Pss")));
  return {
    ownMegabytes: await megabytes(root, "status", "VmRSS"),
    otherMegabytes: sizes.reduce((sum, size) => sum + size, 0),
    others: others.length,
    ownCpuMs: cpu.get(root) ?? 0,
    otherCpuMs: others.reduce((sum, pid) => sum + (cpu.get(pid) ?? 0), 0),
  };
}

/** Reads a size in kB from a file of /proc; returns MB. */
async function megabytes(pid: number, file: string, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "mu").exec(text)?.[1] ?? 0) / 1024;
}
