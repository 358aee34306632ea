/** @module-tag long */
import { expect, test } from "vitest";
import { killOwner, pauseOwner } from "./two-nodes.ts";

/** `FAULTS_SEED` repeats a failure. */
const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

test(`a node is killed, and the other one goes on with its bots (FAULTS_SEED=${seed})`, async () => {
  expect((await killOwner(seed)).problems).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  `a node is paused for longer than its lease: the other one goes on, and it closes its own connections (FAULTS_SEED=${seed})`,
  async () => {
    expect((await pauseOwner(seed)).problems).toEqual([]);
  },
);
