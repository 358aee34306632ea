import type { MiddlewareHandler } from "hono";
import { HttpError } from "./http-error.ts";

const SAFE = /^(GET|HEAD|OPTIONS)$/;

/**
 * Prevents cross-site request forgery: a request with a cookie that may change something is refused if it comes from a
 * page of another site. Browsers send `Sec-Fetch-Site` or `Origin` with every such request. Other programs send neither
 * header, and have no visitor's cookie.
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
