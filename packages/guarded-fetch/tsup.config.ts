import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({ entry: { index: "src/index.ts", authority: "src/address/authority.ts" } }),
);
