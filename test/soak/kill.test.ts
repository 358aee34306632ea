import { expect, test } from "vitest";
import { killRounds } from "../faults/kill-rounds.ts";

/** `FAULTS_SEED` repeats a failure. */
const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

test(`the host and its database are killed fifty times under load, and nothing is lost or done twice (FAULTS_SEED=${seed})`, async () => {
  expect(await killRounds(50, seed)).toEqual([]);
}, 1_800_000);
