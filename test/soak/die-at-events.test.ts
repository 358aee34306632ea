import { expect, test } from "vitest";
import { PLUGINS } from "../crash/plugins.ts";
import { dieAtEvents } from "../faults/die-at-events.ts";

/** Those of the crash explorer's plugins that need nothing which a host has not. */
const CORPUS = [
  "one reply",
  "three replies",
  "replies at once",
  "a text of many parts",
  "files",
  "a count, atomic",
  "keys come and go",
  "timers",
];

test.each([["a paid answer, counted", undefined], ...CORPUS.map((name) => [name, PLUGINS[name]])])(
  "%s: a process is killed at each of its events, and nothing is done twice",
  async (_name, code) => {
    const deaths = await dieAtEvents(code);
    expect(deaths.flatMap(({ at, problems }) => problems.map((text) => `${at}: ${text}`))).toEqual(
      [],
    );
    expect(deaths.length).toBeGreaterThan(4);
  },
);
