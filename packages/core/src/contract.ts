/**
 * Contract suites: what every implementation of a port must do, without a test framework.
 *
 * @example
 * for (const { name, run } of storageContract(() => createMemoryStorage())) test(name, run);
 *
 * @module
 */
export { adapterStateContract } from "./contract/adapter-state.ts";
export {
  type AIContractSetup,
  type AIContractContext,
  aiServiceContract,
} from "./contract/ai-service.ts";
export { casesWith, type ContractCase } from "./contract/case.ts";
export { type ConfiguredCredentials, credentialsContract } from "./contract/credentials.ts";
export { inboxContract, type InboxContractOptions } from "./contract/inbox.ts";
export { journalContract } from "./contract/journal.ts";
export { keyValueStoreContract } from "./contract/key-value-store.ts";
export {
  type SearchContractSetup,
  type SearchContractContext,
  searchServiceContract,
} from "./contract/search-service.ts";
export { storageContract } from "./contract/storage.ts";
