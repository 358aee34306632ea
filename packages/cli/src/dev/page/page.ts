import type { Platform } from "@botwright/core";
import type { RequestHandler } from "@botwright/harness";
import { type ChatPage, createChatPage, type PageTools } from "@botwright/playground";
import type { DevPlatform } from "./platform.ts";

/** Options of {@link createPage}. */
export interface PageOptions {
  readonly platforms: readonly DevPlatform[];
  /** The platform that the page shows first. */
  readonly start: Platform;
  /** The name of the person who writes on the page. */
  readonly user: string;
  /** Messages that an empty chat suggests. */
  readonly suggestions: readonly string[];
  readonly tools: PageTools;
}

/** The chat page, and the handler that serves it. */
export interface DevPage {
  readonly page: ChatPage;
  readonly handler: RequestHandler;
}

/** Creates the chat page that `dev` serves. */
export function createPage({ platforms, start, user, suggestions, tools }: PageOptions): DevPage {
  const page = createChatPage({
    title: "botwright dev",
    about: {
      en: "Five simulated platforms, the same sandboxed plugins.",
      zh: "五个模拟平台，同样的沙箱插件。",
    },
    platforms: platforms.map(({ platform, simulator, capabilities, status, idOf, nameOf }) => ({
      platform,
      simulator,
      capabilities,
      status,
      user: idOf(user),
      idOf,
      nameOf,
    })),
    tools,
    start,
    ...(suggestions.length > 0 && { suggestions }),
  });
  return { page, handler: (request) => answer(request, page) };
}

/** Host names of this machine. Another name may resolve to it through DNS rebinding, so it is refused. */
const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);

async function answer(request: Request, page: ChatPage): Promise<Response> {
  const { hostname, pathname } = new URL(request.url);
  if (!LOCAL.has(hostname)) return failure(403, "FORBIDDEN", "this is for this machine only");
  return (await page.fetch(request)) ?? failure(404, "NOT_FOUND", `there is no ${pathname}`);
}

function failure(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status });
}
