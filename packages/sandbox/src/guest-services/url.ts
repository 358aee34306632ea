import { type Computation, textAt } from "./arguments.ts";

/** The parts of a URL in the order in which they cross. */
const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

function partsOf(url: URL): string[] {
  return PARTS.map((part) => url[part]);
}

/** Parses a URL, against a base if there is one. */
export const parseUrl: Computation = (args) => {
  const base = typeof args[1] === "string" ? args[1] : undefined;
  return partsOf(new URL(textAt(args, 0), base));
};

/** A URL's parts after one of them was set. */
export const setUrl: Computation = (args) => {
  const url = new URL(textAt(args, 0));
  const part = PARTS.find((name) => name === args[1]);
  if (part === undefined || part === "origin") throw new TypeError("there is no such part");
  url[part] = textAt(args, 2);
  return partsOf(url);
};

/** The pairs of a query. */
export const parseParams: Computation = (args) => [...new URLSearchParams(textAt(args, 0))];

/** The query of pairs; each argument is a pair. */
export const serializeParams: Computation = (args) => {
  const params = new URLSearchParams();
  for (const pair of args) {
    if (!Array.isArray(pair)) throw new TypeError("a pair must be a list");
    params.append(textAt(pair, 0), textAt(pair, 1));
  }
  return params.toString();
};
