/** Somebody in a chat. */
interface PigeonPerson {
  id: string;
  name: string;
}

/** What `GET /v1/events?after=<id>&wait=<seconds>` brings; `after` acknowledges all up to it. */
export interface PigeonEvent {
  /** Decimal and growing. */
  id: string;
  from: PigeonPerson;
  text: string;
  /** Seconds since 1970. */
  sent_at: number;
  file?: { id: string; name: string; size: number };
  /** The message that this one answers. */
  answers?: { from: PigeonPerson; text: string };
}

/** Body of `POST /v1/messages`. */
export interface PigeonMessage {
  to: string;
  text?: string;
  /** Id of an uploaded file. */
  file?: string;
  /** Id of the message that is answered. */
  answers?: string;
}

/** Whether the value is an object with named fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPerson(value: unknown): value is PigeonPerson {
  return isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

/** Whether the value is an event that can be read. */
export function isEvent(value: unknown): value is PigeonEvent {
  if (!isObject(value) || !isPerson(value["from"])) return false;
  const { id, text, sent_at: at, file, answers } = value;
  return (
    typeof id === "string" &&
    /^\d+$/.test(id) &&
    typeof text === "string" &&
    typeof at === "number" &&
    (file === undefined ||
      (isObject(file) && typeof file["id"] === "string" && typeof file["name"] === "string")) &&
    (answers === undefined ||
      (isObject(answers) && isPerson(answers["from"]) && typeof answers["text"] === "string"))
  );
}
