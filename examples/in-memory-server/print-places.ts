import { PLATFORM_TITLES, SAMPLE_USERS } from "@botwright/playground";
import { print } from "./print.ts";
import type { RunningBot } from "./running-bot.ts";

/** Where everything is, and how to use it from a command line. */
export function printPlaces(url: string, bots: readonly RunningBot[]): void {
  print("page", `${url}/`);
  const played = bots.filter(({ simulator }) => simulator !== undefined);
  const first = played.findLast(({ login }) => login === undefined);
  if (first !== undefined) {
    const { platform } = first;
    const body = JSON.stringify({ from: SAMPLE_USERS[platform], text: "你好" });
    print("say", `curl ${url}/simulators/${platform}/say --json '${body}'`);
    print("answers", `curl ${url}/simulators/${platform}/sent`);
    print("platforms", `curl ${url}/simulators   (all of them, each with a person's id)`);
  }
  for (const { platform, login } of bots) {
    const place = `${url}/simulators/${platform}`;
    if (login?.phone !== undefined) {
      print(
        "log in",
        `curl -X POST ${place}/scan && curl -X POST ${place}/confirm   (plays the phone)`,
      );
    } else if (login !== undefined) {
      print(
        "log in",
        `scan the code at ${place}/login.svg with ${PLATFORM_TITLES[platform]} on your phone`,
      );
    }
  }
  print("health", `${url}/healthz   (Ctrl-C ends)`);
}
