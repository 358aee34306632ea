/** The account's credits: 100 are one USD. */
export interface CreditAccount {
  readonly balance: number;
  /** All that was charged so far. */
  readonly spent: number;
  set(balance: number): void;
  /**
   * Sets the largest possible cost aside, so that calls at the same time cannot spend it twice;
   * `undefined` when there are not so many. The returned function charges what it really was.
   */
  reserve(most: number): ((cost: number) => void) | undefined;
}

/** Makes an account with so many credits. */
export function createCreditAccount(initial: number): CreditAccount {
  let balance = initial;
  let reserved = 0;
  let spent = 0;
  return {
    get balance() {
      return balance;
    },
    get spent() {
      return spent;
    },
    set(credits) {
      balance = credits;
    },
    reserve(most) {
      if (balance - reserved < most) return undefined;
      reserved += most;
      return (cost) => {
        reserved -= most;
        balance -= cost;
        spent += cost;
      };
    },
  };
}
