import { ChatPageError } from "../errors.ts";

/** A person in a chat with the bot. */
export interface Person {
  /** On the platform. */
  readonly id: string;
  readonly name: string;
}

/** The people of one platform whom the page can play. */
export interface People {
  /** In the order in which they came. */
  readonly all: () => readonly Person[];
  readonly canAdd: boolean;
  /**
   * Finds or adds the person of a name.
   *
   * @throws {ChatPageError} `TOO_MANY`, or `NOT_FOUND` where people cannot be added
   */
  readonly add: (name: string) => Person;
  /** Makes a person known who has written by another way; there may be no room for one. */
  readonly meet: (id: string) => void;
}

/** Of how many people the page keeps chats. */
const MAX_PEOPLE = 50;

/** How the host names people. */
interface PeopleOptions {
  readonly nameOf: ((id: string) => string | undefined) | undefined;
  /** Without it, no person can be added. */
  readonly idOf: ((name: string) => string) | undefined;
}

/** Creates {@link People} with the person of this id. */
export function createPeople(
  first: string,
  { nameOf = () => undefined, idOf }: PeopleOptions,
): People {
  const people = new Map<string, Person>();
  const put = (id: string): Person => {
    const person = people.get(id) ?? { id, name: nameOf(id) ?? id };
    if (people.size < MAX_PEOPLE) people.set(id, person);
    return person;
  };
  put(first);
  return {
    all: () => [...people.values()],
    canAdd: idOf !== undefined,
    add(name) {
      if (idOf === undefined) {
        throw new ChatPageError("NOT_FOUND", "people cannot be added on this page");
      }
      const id = idOf(name);
      if (!people.has(id) && people.size >= MAX_PEOPLE) {
        throw new ChatPageError("TOO_MANY", `there are ${MAX_PEOPLE} people already`);
      }
      return put(id);
    },
    meet: put,
  };
}
