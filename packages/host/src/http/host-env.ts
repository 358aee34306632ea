import type { Gate, Principal } from "./gate.ts";

/** The types of Hono's context in every endpoint. */
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
    /** Who makes the request; set by `endpoint` unless the audience is `anyone`. */
    principal: Principal;
  };
}
