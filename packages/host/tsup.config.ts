import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({
    entry: {
      index: "src/index.ts",
      api: "src/api.ts",
      main: "src/server/main.ts",
      // The thread's file lies beside the bundle that starts it.
      "inspection-worker": "src/inspection/inspection-worker.ts",
    },
    inner: ["main", "inspection-worker"],
  }),
);
