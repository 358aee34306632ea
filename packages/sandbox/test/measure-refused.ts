/**
 * Loads files with a large image and no handler, again and again, and prints by how many MiB the process grows. Run
 * with `MALLOC_MMAP_THRESHOLD_`, so that the system gets back what is freed.
 */
import { createSandbox } from "@botwright/sandbox";

/** Bytes of each image. */
const TABLE_BYTES = 4_194_304;
const WARM_UP = 40;
const LOADS = 160;

await using sandbox = createSandbox({
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
let last = 0;

async function loadRefused(): Promise<void> {
  last += 1;
  const source = `const table = new Uint8Array(${TABLE_BYTES}).fill(${last % 251}); export const none = table;`;
  const refusal = await sandbox.load(source).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!String(refusal).includes("handler")) throw new Error(`not refused: ${String(refusal)}`);
}

const mib = (): number => process.memoryUsage.rss() / 2 ** 20;

for (let load = 0; load < WARM_UP; load++) await loadRefused();
const before = mib();
let most = before;
for (let load = 0; load < LOADS; load++) {
  await loadRefused();
  most = Math.max(most, mib());
}
console.log(JSON.stringify(most - before));
