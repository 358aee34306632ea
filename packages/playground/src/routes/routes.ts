import type { Platform } from "@botwright/core";
import { answerError, ChatPageError } from "../errors.ts";
import { findPlatform } from "../platforms/find-platform.ts";
import { readPage } from "../page-files.ts";
import { createPlatformRoutes, type PageContext } from "./platform-routes.ts";
import { viewPlatforms } from "../platforms/platform-view.ts";
import { createToolRoutes, type Route } from "./tool-routes.ts";

const POLICY = "default-src 'self'; img-src 'self' data:";

/** Answers requests to the page's own paths; `undefined` for all other paths. */
export function createRouter(
  parts: PageContext,
): (request: Request) => Promise<Response> | undefined {
  const routes = createRoutes(parts);
  const platformRoutes = createPlatformRoutes(parts);

  function findRoute(path: string): Route | undefined {
    const route = routes.get(path);
    if (route !== undefined) return route;
    const [, root, platform = "", name = "", rest = ""] = path.split("/");
    if (root !== "simulators") return undefined;
    const place = findPlatform(parts.platforms, platform);
    const found = platformRoutes.get(name);
    if (found === undefined) throw new ChatPageError("NOT_FOUND", `there is no ${path}`);
    return { method: found.method, answer: (request) => found.answer(place, request, rest) };
  }

  return (request) => {
    try {
      const route = findRoute(new URL(request.url).pathname);
      return route && follow(route, request);
    } catch (error) {
      return Promise.resolve(answerError(error));
    }
  };
}

/** Routes without a platform in their path. */
function createRoutes({ platforms, events, tools }: PageContext): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const [path, { type, content }] of readPage()) {
    const headers = {
      "content-type": type,
      "content-security-policy": POLICY,
      "cache-control": "no-cache",
    };
    routes.set(path, { method: "GET", answer: () => new Response(content, { headers }) });
  }
  routes.set("/events", { method: "GET", answer: () => events.open() });
  routes.set("/simulators", {
    method: "GET",
    answer: () => Response.json(viewPlatforms(platforms)),
  });
  const nameOf = (name: string): Platform => findPlatform(platforms, name).platform;
  for (const [path, route] of createToolRoutes(tools, nameOf)) routes.set(`/tools/${path}`, route);
  return routes;
}

async function follow(route: Route, request: Request): Promise<Response> {
  try {
    checkRequest(route, request);
    return await route.answer(request);
  } catch (error) {
    return answerError(error);
  }
}

function checkRequest({ method }: Route, request: Request): void {
  const given = request.method === "HEAD" ? "GET" : request.method;
  if (given !== method) throw new ChatPageError("METHOD_NOT_ALLOWED", `use ${method} here`);
  // A page of another site must not use the person's browser to send requests to the bot.
  if (method === "POST" && request.headers.get("sec-fetch-site") === "cross-site") {
    throw new ChatPageError("CROSS_SITE", "a page from another site may not do this");
  }
}
