import type { Gate, Principal } from "./gate.ts";

/** What Hono's context has in every endpoint. */
export interface HostEnv {
  Bindings: {
    /** The client's address; see `createHttpApp`. */
    readonly address?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** The client's address, or `unknown`. */
    address: string;
    gate: Gate;
    /** Who asks; set by `endpoint` where login is required. */
    principal: Principal;
  };
}
