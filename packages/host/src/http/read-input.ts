import { assertValid, readBytes, type Validation } from "@botwright/core";
import { measureJson } from "@botwright/core/measure-json";
import type { Context } from "hono";
import { HttpError } from "./http-error.ts";

/** The most bytes of a body, unless an endpoint has another limit. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * The most levels, and the most items and members, of a body. They bound the time that the event loop is blocked,
 * because parsing and validating a body are synchronous.
 */
const MAX_DEPTH = 64;
const MAX_VALUES = 10_000;

/** A validator from `generated/http.ts`. */
type Validator<T> = (input: unknown) => Validation<T>;

/**
 * Reads the JSON body of a request.
 *
 * @throws {HttpError} 413 `TOO_LARGE`, 400 `INVALID_JSON`, `INVALID_TEXT`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path
 */
export async function readJsonBody<T>(
  c: Context,
  validate: Validator<T>,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<T> {
  if (Number(c.req.header("content-length")) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readBytes(c.req.raw.body, {
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
  });
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw invalid("send JSON with the header Content-Type: application/json", "INVALID_JSON");
  }
  const body = parse(bytes);
  assertText(body, "the body");
  return assertValid("the body", validate(body));
}

/**
 * Reads the query of a request.
 *
 * @throws {HttpError} 400 `INVALID_TEXT`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the parameter
 */
export function readQuery<T>(c: Context, validate: (query: URLSearchParams) => Validation<T>): T {
  const { searchParams } = new URL(c.req.url);
  for (const [name, value] of searchParams) assertText(value, name);
  return assertValid("the query", validate(searchParams));
}

/**
 * Refuses a URL with broken % escapes, or with characters that PostgreSQL cannot store.
 *
 * @throws {HttpError} 400 `INVALID_ADDRESS`
 */
export function assertAddress(url: string): void {
  const { pathname, search } = new URL(url);
  try {
    assertText(decodeURIComponent(pathname), "the address");
    decodeURIComponent(search.replaceAll("+", " "));
  } catch (cause) {
    const message = "the address has a broken % escape or a character that is not allowed";
    throw new HttpError(400, message, { code: "INVALID_ADDRESS", cause });
  }
}

/**
 * Reads a path parameter that is a row's id.
 *
 * @throws {HttpError} 404 `NOT_FOUND` if the parameter is not an id
 */
export function pathId(c: Context, name = "id"): number {
  const text = c.req.param(name) ?? "";
  const id = Number(text);
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new HttpError(404, `there is nothing with the ${name} in this address`, {
    code: "NOT_FOUND",
  });
}

function parse(bytes: Buffer): unknown {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const { depth, values } = measureJson(json);
    if (depth > MAX_DEPTH) throw invalid("the body is nested too deeply", "INVALID_JSON");
    if (values > MAX_VALUES) {
      throw invalid(`the body has more than ${MAX_VALUES} items and members`, "INVALID_JSON");
    }
    return JSON.parse(json);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError(400, "the body is not JSON in UTF-8", { code: "INVALID_JSON", cause });
  }
}

/** Refuses texts that PostgreSQL cannot store: those with NUL or half of a surrogate pair. */
function assertText(value: unknown, place: string): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) {
      throw invalid(`${place} has a NUL character or half a surrogate pair`, "INVALID_TEXT");
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      assertText(key, place);
      assertText(item, place);
    }
  }
}

function invalid(message: string, code: string): HttpError {
  return new HttpError(400, message, { code });
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `the body has more than ${maxBytes} bytes`, { code: "TOO_LARGE" });
}
