import { readdir, readFile } from "node:fs/promises";
import { root } from "../repository.ts";
import { findMarks, type Mark } from "./marks.ts";

/** Where tests stand. Contract suites are tests that packages offer. */
const FOLDERS = /^(?:packages\/[^/]+\/(?:test|src\/contract)|test|examples)\//u;
const LEFT_OUT = /\/(?:node_modules|fixtures|templates)\//u;

/** All marks of the repository, by file and line. */
export async function scanMarks(): Promise<Mark[]> {
  const tops = ["packages", "test", "examples"];
  const files = (await Promise.all(tops.map(filesBelow))).flat().toSorted();
  const marks = files.map(async (file) => {
    const text = await readFile(`${root}/${file}`, "utf8");
    return text.includes("// spec: ") ? findMarks(file, text) : [];
  });
  return (await Promise.all(marks)).flat();
}

async function filesBelow(folder: string): Promise<string[]> {
  const all = await readdir(`${root}/${folder}`, { recursive: true });
  return all
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith(".ts") && FOLDERS.test(file) && !LEFT_OUT.test(file));
}
