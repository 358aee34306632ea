import { measureRows } from "./sandbox-child.ts";
const rows: any = await measureRows("sandbox-stalls", [new URL("../attacks/", import.meta.url).pathname, process.argv[2] ?? "singles"], ["--expose-gc"]);
const all = [...rows];
const by = (f: string) => all.toSorted((a: any, b: any) => b[1][f] - a[1][f]).slice(0, 14).map(([n, v]: any) => `${n} ${v[f].toFixed(0)}`).join(" | ");
console.log(all.length, "\nstall:", by("stallMs"), "\nbusy:", by("busyMs"), "\ngrowth:", by("growthMb"), "\nlost:", all.reduce((s: number, [, v]: any) => s + v.lost, 0));
