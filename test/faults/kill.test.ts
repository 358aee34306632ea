import { expect, test } from "vitest";
import { killRounds } from "./kill-rounds.ts";

/** `FAULTS_SEED` repeats a failure. */
const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

// `npm test` kills them twice only.
for (const { times, tags } of [
  { times: 2, tags: [] },
  { times: 5, tags: ["long"] },
]) {
  test(
    `the host and its database are killed ${times} times under load, and nothing is lost or done twice (FAULTS_SEED=${seed})`,
    { tags, timeout: 240_000 },
    async () => {
      expect(await killRounds(times, seed)).toEqual([]);
    },
  );
}
