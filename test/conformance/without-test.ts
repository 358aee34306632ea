/** Rows that have no test yet, with the reason. */
export const WITHOUT_TEST: Readonly<Record<string, string>> = {};
