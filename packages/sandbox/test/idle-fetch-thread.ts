/** Run by the test of the fetch thread: ends by itself, though nobody closes the thread. */
import { createFetchThread } from "../src/main/threads/fetch-thread.ts";

const origin = process.argv[2] ?? "";
const { fetch } = createFetchThread({ guard: { allowedOrigins: [origin] } });
const { signal } = new AbortController();
const response = await fetch(origin, { method: "GET", headers: [], signal });
process.stdout.write(await response.text());
