/** Something that `npm start` builds: the file that its build writes last, and what it reads beside packages' sources. */
export interface Build {
  readonly made: string;
  readonly from: readonly string[];
}

export const BUILDS: Readonly<Record<"console" | "server", Build>>;

export function isBuilt(root: string, build: Build): boolean;
