import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({
    entry: {
      index: "src/index.ts",
      contract: "src/contract.ts",
      "measure-json": "src/rules/measure-json.ts",
    },
  }),
);
