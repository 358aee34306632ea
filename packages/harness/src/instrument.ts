import { createHash } from "node:crypto";
import {
  type CallSeed,
  type HandlerContext,
  type HostCallInterceptor,
  type HostCallResults,
  type HostOperation,
  interceptContext,
  type Plugin,
  type PluginCall,
} from "@botwright/core";
import type { CallActivity, VirtualTime } from "./virtual-time.ts";

/** What all calls of a harness share. */
export interface Instruments {
  readonly time: VirtualTime;
  /** Chooses what `Math.random` and `crypto` give inside. */
  readonly seed: number;
  /** Told what each call is given. */
  readonly onCall?: (callId: string, context: HandlerContext) => void;
}

/** Operations of the sandbox that the harness answers itself. */
type Answers = {
  readonly [Operation in HostOperation]?: (
    args: readonly unknown[],
  ) => Promise<HostCallResults[Operation]>;
};

/**
 * The same plugin under virtual time and chosen randomness. All of it goes through the seam that a
 * journal uses, so the plugin cannot tell.
 */
export function instrument(plugin: Plugin, { time, seed, onCall }: Instruments): Plugin {
  const isSandboxed = plugin.intercepts === true;
  let calls = 0;

  function interceptorFor(
    call: PluginCall | undefined,
    activity: CallActivity,
    answers: Answers,
  ): HostCallInterceptor {
    const around: HostCallInterceptor =
      call?.intercept ?? ((_operation, _args, execute) => execute());
    return (operation, args, execute, onSettled) => {
      const answer = answers[operation];
      const watched: typeof execute = async () => {
        const end = activity.begin();
        try {
          return await (answer === undefined ? execute() : answer(args));
        } finally {
          end();
          if (!isSandboxed) setImmediate(() => activity.isWaiting());
        }
      };
      return around(operation, args, watched, onSettled);
    };
  }

  return {
    meta: plugin.meta,
    intercepts: true,
    async handler(context, call) {
      calls++;
      if (call !== undefined) onCall?.(call.id, context);
      const start = startOf(time.now(), `${seed}/${calls}`);
      const activity = time.openCall(isSandboxed);
      const intercept = interceptorFor(call, activity, {
        timer: ([ms]) => activity.wait(Number(ms)),
        "call.start": async () => start,
      });
      try {
        if (isSandboxed) {
          const onWaiting = (): void => activity.isWaiting();
          return await plugin.handler(context, { id: "call", ...call, intercept, onWaiting });
        }
        setImmediate(() => activity.isWaiting());
        return await plugin.handler(interceptContext(context, intercept), call);
      } finally {
        activity.end();
      }
    },
  };
}

function startOf(now: number, seed: string): CallSeed {
  const key = createHash("sha256").update(seed).digest("hex");
  return { now, seed: Number.parseInt(key.slice(0, 8), 16), key };
}
