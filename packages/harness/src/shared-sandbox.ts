import { createSandbox, type Sandbox } from "@botwright/sandbox";

/**
 * A bound for answer bytes above the memory of any machine, so that no host call waits for bytes. Such a wait would end
 * when a guest has received an answer, and the order of host calls would depend on the machine's speed.
 */
const NO_WAITS = { answerBytes: 2 ** 50, pluginAnswerBytes: 2 ** 50 };

/** Milliseconds for which an unused sandbox remains open for the next harness of the process. */
const LINGER_MS = 1000;

/**
 * One sandbox serves all harnesses of a process, because its workers take longer to start than a test takes
 * to run. One harness cannot see anything of another: every call starts from a fresh image, and network,
 * time and limits belong to each plugin. Idle workers do not keep the process alive.
 */
const shared: { sandbox?: Sandbox; users: number; timer?: NodeJS.Timeout } = { users: 0 };

/** A sandbox that is in use until it is released. */
export interface SharedSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
}

/** Acquires the process's sandbox. */
export function acquireSharedSandbox(): SharedSandbox {
  clearTimeout(shared.timer);
  shared.users++;
  const sandbox = (shared.sandbox ??= createSandbox({ workers: 1, fetch: false, ...NO_WAITS }));
  let isReleased = false;
  return {
    sandbox,
    async [Symbol.asyncDispose]() {
      if (isReleased) return;
      isReleased = true;
      shared.users--;
      if (shared.users > 0) return;
      shared.timer = setTimeout(() => {
        delete shared.sandbox;
        void sandbox.close();
      }, LINGER_MS);
      shared.timer.unref();
    },
  };
}
