import { type FetchServer, type RequestHandler, serveFetch } from "@botwright/harness";
import { isAddressInUse } from "./address-in-use.ts";

/** The default port of the page. */
const USUAL_PORT = 4747;

/**
 * Serves the page on a port.
 *
 * @param port @default the usual port, or a free one when that is in use
 * @throws {Error} with the code `EADDRINUSE` when the given port is in use
 */
export async function listen(handler: RequestHandler, port?: number): Promise<FetchServer> {
  try {
    return await serveFetch(handler, port ?? USUAL_PORT);
  } catch (error) {
    if (port === undefined && isAddressInUse(error)) return serveFetch(handler);
    throw error;
  }
}
