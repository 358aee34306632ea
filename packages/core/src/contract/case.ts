/** One rule of a port; `run` rejects when an implementation violates it. */
export interface ContractCase {
  name: string;
  run: () => Promise<void>;
}
