/**
 * Maximum characters of a name in placeholders, enough for the name of a field. It is limited because a secret of
 * four characters may occur in a text thousands of times, and each occurrence becomes a placeholder.
 */
const MAX_NAME_LENGTH = 40;

/** Shortens a name and replaces the characters that a placeholder cannot contain. */
export function plainName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\w.-]/g, "_");
}

/** Gives each secret a unique name: `config.key`, `config.key-2`, … */
export function createNames(): { take(wanted: string): string } {
  const taken = new Set<string>();
  /** The last number given to each name, so that many secrets with one name need no search for a free number. */
  const last = new Map<string, number>();
  return {
    take(wanted) {
      let number = last.get(wanted) ?? 0;
      let name: string;
      do {
        number++;
        name = number === 1 ? wanted : `${wanted}-${number}`;
      } while (taken.has(name));
      taken.add(name);
      last.set(wanted, number);
      return name;
    },
  };
}
