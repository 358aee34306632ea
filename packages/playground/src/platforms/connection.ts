import type { AdapterStatus } from "@botwright/core";
import type { LoginView, PageStatus } from "./platform.ts";

/** The connection of a bot, as the page shows it. */
export interface Connection {
  readonly status: () => PageStatus;
  /** The progress of the QR login. */
  readonly login: () => LoginView;
  /** Applies a new status of the adapter. */
  readonly change: (status: AdapterStatus) => void;
}

/**
 * Follows the status of a bot.
 *
 * @param options `hasLogin`: a person can log the bot in again after a refusal; `canBind`:
 *   people bind the bot
 */
export function createConnection(
  initial: AdapterStatus,
  { hasLogin, canBind }: { readonly hasLogin: boolean; readonly canBind: boolean },
): Connection {
  let current = initial;
  let login = nextLogin({ stage: "starting", codes: 0 }, initial);
  return {
    status() {
      const isUnbound = canBind && current.state === "stopped" && current.error === undefined;
      return isUnbound ? { state: "unbound" } : toPageStatus(current, hasLogin);
    },
    login: () => login,
    change(status) {
      current = status;
      login = nextLogin(login, status);
    },
  };
}

/**
 * Converts an adapter's status to that of the page. If a person can log the bot in, a refusal
 * becomes a login.
 */
export function toPageStatus(status: AdapterStatus, hasLogin: boolean): PageStatus {
  switch (status.state) {
    case "connected":
      return { state: "connected" };
    case "connecting":
      return { state: "starting" };
    case "needs-login":
      return { state: "login" };
    case "refused":
      if (hasLogin) return { state: "login" };
      return { state: "failed", problem: status.message, advice: status.advice };
    default:
      if (status.error === undefined) return { state: "starting" };
      return { state: "failed", problem: status.error.message };
  }
}

function nextLogin(before: LoginView, status: AdapterStatus): LoginView {
  const { codes } = before;
  switch (status.state) {
    case "connected":
      return { stage: "connected", codes };
    case "connecting":
      // A lost connection is made again without a login.
      return before.stage === "connected" ? before : { stage: "starting", codes };
    case "refused":
      return { stage: "starting", codes };
    case "needs-login":
      if (status.login.state === "waiting") {
        return { stage: "waiting", content: status.login.qr, codes: codes + 1 };
      }
      if (status.login.state === "expired") return { stage: "starting", codes };
      return { ...before, stage: "scanned" };
    default:
      if (status.error === undefined) return { stage: "starting", codes };
      return { stage: "failed", codes, error: status.error.message };
  }
}
