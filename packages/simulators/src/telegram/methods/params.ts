import { isRecord, type Form } from "../../http/http.ts";
import type { Upload } from "../../http/multipart.ts";
import { badRequest } from "../answer.ts";
import type { TelegramObject } from "../wire.ts";

const NO_FILES: ReadonlyMap<string, Upload> = new Map();

/** Reads the parameters of one call; numbers, booleans and objects may be sent as text. */
export class Params {
  readonly fields: TelegramObject;
  readonly files: ReadonlyMap<string, Upload>;

  constructor(form: { readonly fields: TelegramObject; readonly files?: Form["files"] }) {
    this.fields = form.fields;
    this.files = form.files ?? NO_FILES;
  }

  /** The value as text; empty when absent. */
  text(name: string): string {
    const value = this.fields[name];
    if (typeof value === "string") return value;
    if (value === undefined || value === null) return "";
    return JSON.stringify(value);
  }

  /** The value as an integer within the bounds; the fallback when absent, 0 when not a number. */
  integer(
    name: string,
    fallback: number,
    min: number = -(2 ** 31),
    max: number = 2 ** 31 - 1,
  ): number {
    const text = this.text(name);
    if (text === "") return fallback;
    const parsed = Number.parseInt(text, 10);
    return Math.min(max, Math.max(min, Number.isNaN(parsed) ? 0 : parsed));
  }

  boolean(name: string): boolean {
    return ["true", "yes", "1"].includes(this.text(name).trim().toLowerCase());
  }

  /** The value as JSON, whether it was sent as JSON or as text; undefined when absent. */
  json(name: string): unknown {
    const value = this.fields[name];
    if (typeof value !== "string") return value ?? undefined;
    if (value === "") return undefined;
    try {
      return JSON.parse(value);
    } catch (cause) {
      const error = badRequest(`can't parse ${name.replaceAll("_", " ")} JSON object`);
      error.cause = cause;
      throw error;
    }
  }

  /** An object parameter, wrapped so that its fields are read by the same rules. */
  object(name: string): Params | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (!isRecord(value)) throw badRequest(`object expected as ${name.replaceAll("_", " ")}`);
    return new Params({ fields: value });
  }

  /** A list of objects; undefined when absent or of another type. */
  objects(name: string): readonly TelegramObject[] | undefined {
    const value = this.json(name);
    return Array.isArray(value) ? value.filter(isRecord) : undefined;
  }
}
