import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({
    entry: { index: "src/index.ts", api: "src/api.ts", main: "src/server/main.ts" },
    inner: ["main"],
  }),
);
