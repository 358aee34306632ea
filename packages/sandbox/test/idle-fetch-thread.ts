/** Run by the test of the fetch thread: ends by itself, although the thread is never closed. */
import { createFetchThread } from "../src/main/threads/fetch-thread.ts";

const origin = process.argv[2] ?? "";
const { fetch } = createFetchThread({ guard: { allowedOrigins: [origin] } });
const { signal } = new AbortController();
const response = await fetch(origin, { method: "GET", headers: [], signal });
process.stdout.write(await response.text());
