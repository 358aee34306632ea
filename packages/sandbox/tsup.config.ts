import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({
    entry: {
      index: "src/index.ts",
      worker: "src/worker/worker.ts",
      "fetch-worker": "src/worker/fetch-worker.ts",
      "format-worker": "src/worker/format-worker.ts",
    },
    // The threads' files lie beside the bundle that starts them.
    inner: ["worker", "fetch-worker", "format-worker"],
  }),
);
