import { defineConfig } from "tsup";
import { base } from "../../tsup.base.ts";

export default defineConfig({
  ...base,
  // The workers are no entries for others: they lie beside the bundle that starts them.
  entry: ["src/index.ts", "src/worker.ts", "src/fetch-worker.ts", "src/format-worker.ts"],
  dts: { entry: "src/index.ts" },
});
