/**
 * Contract suites: what every implementation of a port must do, without a test framework.
 *
 * @example
 * for (const { name, run } of storageContract(() => createMemoryStorage())) test(name, run);
 *
 * @module
 */
export { adapterStateContract } from "./contract/adapter-state.ts";
export type { ContractCase } from "./contract/case.ts";
export { inboxContract } from "./contract/inbox.ts";
export { journalContract } from "./contract/journal.ts";
export { storageContract } from "./contract/storage.ts";
