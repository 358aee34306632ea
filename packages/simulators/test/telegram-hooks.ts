import { type HookServer, listenForHooks, readJson } from "./hook-server.ts";

/** What a {@link recordHooks} server has got. */
export interface HookRecorder extends HookServer {
  readonly updates: readonly unknown[];
  /** Telegram's secret header of each. */
  readonly secrets: readonly unknown[];
}

/** A hook that records what comes and answers with the given statuses in turn, then 200. */
export async function recordHooks(
  ...answers: (number | { status: number; headers: Record<string, string> })[]
): Promise<HookRecorder> {
  const updates: unknown[] = [];
  const secrets: unknown[] = [];
  const server = await listenForHooks(async (request, response) => {
    updates.push(await readJson(request));
    secrets.push(request.headers["x-telegram-bot-api-secret-token"]);
    const answer = answers.shift() ?? 200;
    if (typeof answer === "number") response.writeHead(answer);
    else response.writeHead(answer.status, answer.headers);
    response.end();
  });
  return Object.assign(server, { updates, secrets });
}
