/** @module-tag long */
import { afterAll, describe } from "vitest";
import { describeGettingStarted } from "./packed/getting-started.ts";
import { createPackedProject, type PackedProject } from "./packed/packed-project.ts";
import { describePackages } from "./packed/packages.ts";

// Packing and installing take longer than most of what looks at it.
let packed: Promise<PackedProject> | undefined;
const installed = (): Promise<PackedProject> => (packed ??= createPackedProject());

afterAll(async () => (await packed)?.[Symbol.asyncDispose]());

describe("the packages", () => {
  describePackages(installed);
});

describe("docs/getting-started.md, from top to bottom", () => {
  describeGettingStarted(installed);
});
