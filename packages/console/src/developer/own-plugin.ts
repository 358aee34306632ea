import type { InferResponseType } from "hono/client";
import type { api } from "../api.ts";

/** A plugin of the visitor's own. */
export type OwnPlugin = InferResponseType<(typeof api.plugins.my)[":id"]["$get"]>;
