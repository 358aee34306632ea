import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({
    entry: {
      index: "src/index.ts",
      contract: "src/contract.ts",
      "contract/thread": "src/contract/thread/thread.ts",
    },
  }),
);
