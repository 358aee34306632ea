/** Matches `1.2.3-beta.1+build`: numbers, an optional pre-release, an optional build. */
const VERSION = /^v?(?<numbers>\d+(?:\.\d+)*)(?:-(?<pre>[\w.-]+))?(?:\+.*)?$/u;

/**
 * Whether a version of a plugin is higher than another one, in the order of semantic versions. A version of another
 * form, such as "spring", has no order: it counts as higher when the two texts differ.
 *
 * @example
 * isHigherVersion("1.10.0", "1.9.0"); // true
 * isHigherVersion("1.0.0", "1.0.0"); // false
 */
export function isHigherVersion(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  if (one === undefined || other === undefined) return version.trim() !== than.trim();
  const byNumbers = compare(one.numbers, other.numbers);
  if (byNumbers !== 0) return byNumbers > 0;
  // A pre-release comes before its release.
  if (one.pre === undefined || other.pre === undefined) {
    return one.pre === undefined && other.pre !== undefined;
  }
  return compare(one.pre, other.pre) > 0;
}

interface ParsedVersion {
  readonly numbers: readonly string[];
  readonly pre: readonly string[] | undefined;
}

function parse(version: string): ParsedVersion | undefined {
  const { numbers, pre } = VERSION.exec(version.trim())?.groups ?? {};
  if (numbers === undefined) return undefined;
  const parts = numbers.split(".");
  // Drops zeros at the end, because 1.0 equals 1.0.0.
  while (parts.length > 1 && /^0+$/u.test(parts.at(-1) ?? "")) parts.pop();
  return { numbers: parts, pre: pre?.split(".") };
}

/** Compares part by part; when one list is a prefix of the other, the shorter one is lower. */
function compare(parts: readonly string[], others: readonly string[]): number {
  for (const [index, part] of parts.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const difference = comparePart(part, other);
    if (difference !== 0) return difference;
  }
  return parts.length - others.length;
}

/** Compares numbers by value; a number is lower than a word. */
function comparePart(part: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/u.test(part), /^\d+$/u.test(other)];
  if (isNumber && isOtherNumber) {
    const [number, otherNumber] = [BigInt(part), BigInt(other)];
    return number === otherNumber ? 0 : number > otherNumber ? 1 : -1;
  }
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return part === other ? 0 : part > other ? 1 : -1;
}
