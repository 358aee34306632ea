import { defineConfig } from "tsup";
import { base } from "../../tsup.base.ts";

export default defineConfig({
  ...base,
  // The worker is no entry for others: it lies beside the bundle that starts it.
  entry: ["src/index.ts", "src/worker.ts"],
  dts: { entry: "src/index.ts" },
});
