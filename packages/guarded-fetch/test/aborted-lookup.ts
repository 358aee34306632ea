/** Run by the DNS test in a process of its own: aborts look-ups, and ends when nothing is left. */
import { createGuardedFetch } from "../src/index.ts";
import { rejection } from "./internet.ts";

const guardedFetch = createGuardedFetch({ nameServers: [process.argv[2] ?? ""] });
const aborter = new AbortController();
const fetches = Array.from({ length: 20 }, (_, n) =>
  rejection(
    guardedFetch(`https://silent${n}.example.com/`, { group: "a", signal: aborter.signal }),
  ),
);
await new Promise((resolve) => setTimeout(resolve, 200));
aborter.abort();
const errors = (await Promise.all(fetches)).map(({ name }) => name);
await new Promise((resolve) => setTimeout(resolve, 20));
const resources = process
  .getActiveResourcesInfo()
  .filter((name) => /TCP|UDP|TLS|Timeout|Query|AddrInfo/i.test(name));
console.log(JSON.stringify({ errors, resources }));
