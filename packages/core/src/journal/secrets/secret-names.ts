/**
 * Characters of a name in placeholders: the name of a field has room. A secret of four characters may stand in a text
 * thousands of times, and each place becomes as long as this and a few more.
 */
const MAX_NAME_LENGTH = 40;

/** As placeholders name it. */
export function plainName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\w.-]/g, "_");
}

/** Gives each secret a name of its own: `config.key`, `config.key-2`, … */
export function createNames(): { take(wanted: string): string } {
  const taken = new Set<string>();
  /** The last number behind each name, so that many secrets of one name are not tried one by one. */
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
