/** One statement of the specification that a host, the SDK or a plugin can keep or break. */
export interface Row {
  /** What tests name it by: an area and a name, `storage.value-limit`. */
  readonly id: string;
  /** The section of the specification. */
  readonly section: string;
  /** The statement, in short. */
  readonly text: string;
}

/** Rows of one section, by their ids. */
export function inSection(section: string, texts: Readonly<Record<string, string>>): Row[] {
  return Object.entries(texts).map(([id, text]) => ({ id, section, text }));
}
