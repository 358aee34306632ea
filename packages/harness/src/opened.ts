/** What was opened so far; disposed in reverse order. */
export interface Opened extends AsyncDisposable {
  use<T extends AsyncDisposable>(resource: T): T;
  /** Passes all of it to another owner, who must dispose it. */
  move(): Opened;
}

/** Makes an {@link Opened}: what `AsyncDisposableStack` does, which Node 22 does not have. */
export function createOpened(resources: AsyncDisposable[] = []): Opened {
  return {
    use(resource) {
      resources.push(resource);
      return resource;
    },
    move: () => createOpened(resources.splice(0)),
    async [Symbol.asyncDispose]() {
      for (let last = resources.pop(); last !== undefined; last = resources.pop()) {
        await last[Symbol.asyncDispose]();
      }
    },
  };
}
