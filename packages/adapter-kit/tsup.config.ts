import { defineConfig } from "tsup";
import { base } from "../../tsup.base.ts";

export default defineConfig({
  ...base,
  entry: ["src/index.ts", "src/contract.ts", "src/contract/thread.ts"],
});
