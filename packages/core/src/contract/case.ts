/** One rule of a port; `run` rejects when an implementation violates it. */
export interface ContractCase {
  name: string;
  run: () => Promise<void>;
}

/** Creates the cases of a port, each with its own subject. */
export function casesWith<Subject>(
  create: () => Subject | Promise<Subject>,
  cases: Readonly<Record<string, (subject: Subject) => Promise<void>>>,
): ContractCase[] {
  return Object.entries(cases).map(([name, run]) => ({
    name,
    run: async () => run(await create()),
  }));
}
