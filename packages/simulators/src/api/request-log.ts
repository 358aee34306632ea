import type { RequestRecord } from "../simulator.ts";

/** A record whose status is set when the request is answered. */
export type OpenRecord = Omit<RequestRecord, "status" | "params" | "files"> & {
  status: number;
  params: RequestRecord["params"];
  files: RequestRecord["files"];
};

/** The latest requests, so that a long run does not fill the memory. */
export class RequestLog {
  #records: OpenRecord[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  open(at: number, verb: string, call: string): OpenRecord {
    const record: OpenRecord = { at, verb, call, params: {}, files: [], status: 0 };
    this.#records.push(record);
    // Trimmed by halves: shifting one by one would cost every request.
    if (this.#records.length > 2 * this.#limit) this.#records = this.#records.slice(-this.#limit);
    return record;
  }

  all(): readonly RequestRecord[] {
    return this.#records.slice(-this.#limit).map((record) => ({ ...record }));
  }
}
