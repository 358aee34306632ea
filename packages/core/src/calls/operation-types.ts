import type { HandlerContext, SingleHandlerContext } from "../types/context.ts";
import type { FetchResult } from "./fetch-result.ts";
import type { ContextOperation } from "./operations.ts";

/** The members of both context variants. */
type AnyContext = HandlerContext & SingleHandlerContext;

/** The type of the context's method with this path. */
type MethodOf<Name extends string> = Name extends keyof AnyContext
  ? AnyContext[Name]
  : Name extends `${infer Service extends keyof AnyContext}.${infer Method}`
    ? MemberOf<AnyContext[Service], Method>
    : never;

type MemberOf<Service, Name> = Name extends keyof Service ? NonNullable<Service[Name]> : never;

/** The argument types of each operation. */
export type OperationArguments = {
  [Name in ContextOperation]: MethodOf<Name> extends (...args: infer Args) => unknown
    ? Args
    : never;
} & {
  fetch: [
    url: string,
    head: { method: string; headers: [name: string, value: string][] },
    body?: Uint8Array,
  ];
  "call.start": [];
  timer: [ms: number];
};

/** The type of a result in a journal: plain bytes in place of a `Buffer`. */
type Recorded<Result> = Result extends Uint8Array ? Uint8Array : Result;

/** The result type of each operation. */
export type HostCallResults = {
  [Name in ContextOperation]: MethodOf<Name> extends (...args: never) => Promise<infer Result>
    ? Recorded<Result>
    : never;
} & {
  fetch: FetchResult;
  "call.start": CallSeed;
  timer: void;
};

/** The time and randomness with which a sandboxed call starts. */
export interface CallSeed {
  /** Milliseconds since 1970: the value of `Date.now()` until the first host call is answered. */
  now: number;
  /** Seeds `Math.random`. @type uint32 */
  seed: number;
  /** 32 random bytes as hexadecimal digits, from which everything that `crypto` generates is derived. */
  key: string;
}
