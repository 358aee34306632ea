/**
 * The wire of Pigeon, as its documentation would tell it. Every call carries
 * `Authorization: Bearer <token>`. A refusal has the HTTP status that fits and
 * `{ "error": "<why>" }`; a 429 says in `Retry-After` how many seconds to wait.
 *
 * | call | body | answer |
 * | `GET /v1/me` | | `{ id }` |
 * | `GET /v1/events?after=<id>&wait=<seconds>` | | `{ events }`; waits for some, and acknowledges those up to `after` |
 * | `POST /v1/messages` | `{ to, text, answers }` or `{ to, file, answers }` | `{ id }` |
 * | `POST /v1/typing` | `{ to, shown }`; a message ends what is shown, and so does a minute | `{}` |
 * | `POST /v1/files?name=<name>` | the bytes | `{ id }` |
 * | `GET /v1/files/<id>` | | the bytes |
 */
import { textOf, type WireObject } from "@botwright/adapter-kit";

/**
 * What a person has written. Of its fields only `id` is certain.
 *
 * @example
 * { "id": "7", "from": { "id": "ann", "name": "Ann" }, "sent_at": 1770000000, "text": "yes",
 *   "file": { "id": "file-1", "name": "notes.txt", "size": 12 },
 *   "answers": { "from": { "id": "bob", "name": "Bob" }, "text": "three o'clock?" } }
 */
export interface PigeonEvent extends WireObject {
  /** Decimal and growing. */
  readonly id: string;
}

export function isEvent(value: WireObject): value is PigeonEvent {
  return /^\d+$/.test(textOf(value["id"]));
}
