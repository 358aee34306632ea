import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compile } from "./compile.ts";

/** Numbers that a program measured, by name. */
export type Numbers = Readonly<Record<string, number>>;

/** The most bytes that a program may print. */
const OUTPUT_BYTES = 2 ** 24;

/** Measures one figure of `sandbox-figures.ts` in its own process; returns a function that finds a number by name. */
export async function measureAlone(
  figure: string,
  flags: readonly string[] = [],
): Promise<(name: string) => number> {
  const numbers = await runProgram("sandbox-figures", [figure], flags);
  return (name) => {
    const value: unknown = Reflect.get(Object(numbers), name);
    if (typeof value !== "number") throw new Error(`${figure} has no number ${name}`);
    return value;
  };
}

/** Runs a program that prints an object of numbers. */
export async function measureNumbers(program: string, ...args: string[]): Promise<Numbers> {
  const numbers = await runProgram(program, args);
  if (!isNumbers(numbers)) throw new Error(`${program} did not print an object of numbers`);
  return numbers;
}

/** Runs a program that prints objects of numbers by name. */
export async function measureRows(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Map<string, Numbers>> {
  const printed = await runProgram(program, args, flags);
  return new Map(
    Object.entries(Object(printed)).map(([name, numbers]) => {
      if (!isNumbers(numbers)) throw new Error(`${program} did not print numbers for ${name}`);
      return [name, numbers];
    }),
  );
}

async function runProgram(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<unknown> {
  const file = await compile(program);
  const run = promisify(execFile);
  const options = { maxBuffer: OUTPUT_BYTES };
  const { stdout } = await run(process.execPath, [...flags, file, ...args], options);
  return JSON.parse(stdout);
}

function isNumbers(value: unknown): value is Numbers {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((number) => typeof number === "number")
  );
}
