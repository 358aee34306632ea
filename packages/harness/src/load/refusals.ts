import { type HandlerContext, isMultiContext } from "@botwright/core";

/**
 * Remembers which call each refused host call was. Node's stack of the error begins in the host and seldom
 * reaches the plugin's line that made the call.
 */
export interface Refusals {
  /** The same context, whose host calls are observed. */
  observe(context: HandlerContext): HandlerContext;
  /** The same host calls, observed. */
  observeCalls<Calls extends object>(calls: Calls): Calls;
  /** An error with the stack of the host call that was refused with this one. */
  callOf(thrown: unknown): Error | undefined;
}

/** Creates {@link Refusals}. */
export function createRefusals(): Refusals {
  const calls = new WeakMap<object, Error>();

  function observed<Service extends object>(service: Service): Service {
    const methods = Object.entries(service).map(([name, method]: [string, unknown]) => [
      name,
      isMethod(method) ? observedCall(method) : method,
    ]);
    // With what is not enumerable too, such as a method that is not offered.
    const copy = Object.defineProperties({ ...service }, Object.getOwnPropertyDescriptors(service));
    return Object.assign(copy, Object.fromEntries(methods));
  }

  function observedCall(method: Method): Method {
    return async (...args) => {
      const called = new Error("called here");
      try {
        return await method(...args);
      } catch (thrown) {
        if (thrown instanceof Error && !calls.has(thrown)) calls.set(thrown, called);
        throw thrown;
      }
    };
  }

  return {
    observeCalls: observed,
    observe(context) {
      const { bot, storage } = context;
      const both = { ...context, bot: observed(bot), storage: observed(storage) };
      if (!isMultiContext(context)) return both;
      const { aiService, searchService, getPlatformCreds } = context;
      return {
        ...both,
        aiService: observed(aiService),
        searchService: observed(searchService),
        ...observed({ getPlatformCreds }),
      };
    },
    callOf: (thrown) => (thrown instanceof Error ? calls.get(thrown) : undefined),
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}
