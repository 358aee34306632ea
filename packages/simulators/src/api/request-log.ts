import type { RequestRecord } from "../simulator.ts";

/** A record whose fields are filled in while the request is processed; its status is set with the answer. */
export type OpenRecord = Omit<RequestRecord, "status" | "params" | "files"> & {
  status: number;
  params: RequestRecord["params"];
  files: RequestRecord["files"];
};

/** Records the latest requests; older ones are dropped, so that a long run does not fill the memory. */
export class RequestLog {
  #records: OpenRecord[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  open(at: number, verb: string, call: string): OpenRecord {
    const record: OpenRecord = { at, verb, call, params: {}, files: [], status: 0 };
    this.#records.push(record);
    // Drops half of the records at once, because dropping one per request would copy the list each time.
    if (this.#records.length > 2 * this.#limit) this.#records = this.#records.slice(-this.#limit);
    return record;
  }

  all(): readonly RequestRecord[] {
    return this.#records.slice(-this.#limit).map((record) => ({ ...record }));
  }
}
