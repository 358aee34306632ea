import type { AdapterStatus } from "@botwright/core";
import type { LoginView, PageStatus } from "./platform.ts";

/** How a bot is connected, as the page shows it. */
export interface Connection {
  readonly status: () => PageStatus;
  /** How far the QR login is. */
  readonly login: () => LoginView;
  /** Takes a change. */
  readonly change: (status: AdapterStatus) => void;
}

/**
 * Follows the status of a bot.
 *
 * @param options whether the host lets a person log the bot in anew when it has been refused, and whether
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
 * The status of a connection in the words of the page: a bot that a person can log in is never refused
 * for good.
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
      // A lost connection that is made again needs no login.
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
