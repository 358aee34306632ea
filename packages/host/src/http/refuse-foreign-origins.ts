import type { MiddlewareHandler } from "hono";
import { HttpError } from "./http-error.ts";

const SAFE = /^(GET|HEAD|OPTIONS)$/;

/**
 * Keeps other sites from using a visitor's cookie: a request that may change something and comes from a page
 * must come from a page of ours. Browsers name the origin of every such request; programs that are no
 * browsers send neither header, and have no visitor's cookie.
 */
export function refuseForeignOrigins(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isForeign =
      (site !== undefined && site !== "same-origin" && site !== "none") ||
      (origin !== undefined && origin !== own && origin !== new URL(c.req.url).origin);
    if (!SAFE.test(c.req.method) && isForeign && c.req.header("cookie") !== undefined) {
      throw new HttpError(403, "requests from pages of other sites are refused", {
        code: "FOREIGN_ORIGIN",
      });
    }
    return next();
  };
}
