import { expect, test } from "vitest";
import { restartAmongFaults } from "../faults/dense-faults.ts";

/** `FAULTS_SEED` repeats a failure. */
const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

test(`the host is restarted twenty times while sends fail in rows, and no reply is lost or comes twice (FAULTS_SEED=${seed})`, async () => {
  expect(await restartAmongFaults(20, seed)).toEqual([]);
}, 1_800_000);
