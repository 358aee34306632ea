import { ChatPageError } from "../errors.ts";

/** A person in a chat with the bot. */
export interface Person {
  /** The id on the platform. */
  readonly id: string;
  readonly name: string;
}

/** The people of one platform as whom the page can write. */
export interface People {
  /** In the order in which they were added. */
  readonly all: () => readonly Person[];
  readonly canAdd: boolean;
  /**
   * Finds or adds the person of this name.
   *
   * @throws {ChatPageError} `TOO_MANY`, or `NOT_FOUND` where people cannot be added
   */
  readonly add: (name: string) => Person;
  /** Adds a person who has written by another way; does nothing when there are too many people. */
  readonly meet: (id: string) => void;
}

/** The most people whose chats the page shows. */
const MAX_PEOPLE = 50;

/** The host's mapping between names and ids. */
interface PeopleOptions {
  readonly nameOf: ((id: string) => string | undefined) | undefined;
  /** Maps a name to an id; without it, people cannot be added. */
  readonly idOf: ((name: string) => string) | undefined;
}

/** Creates {@link People} with one person, who has this id. */
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
