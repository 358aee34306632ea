import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

/** Posts a platform's callbacks to a bot's URL, over connections that are kept open. */
export class CallbackClient {
  readonly #agents: readonly [http.Agent, https.Agent];

  /** @param certificate A certificate in PEM form to trust in place of the public ones. */
  constructor(maxConnections: number, certificate?: string) {
    const options = { keepAlive: true, maxSockets: maxConnections };
    const trusted = certificate === undefined ? {} : { ca: certificate };
    this.#agents = [new http.Agent(options), new https.Agent({ ...options, ...trusted })];
  }

  /**
   * Resolves with the answer before its body is read.
   *
   * @param signal aborts the delivery, including the reading of its answer; the caller decides how long its
   * platform waits
   */
  post(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const [plain, secure] = this.#agents;
    const isSecure = url.startsWith("https:");
    const options = {
      method: "POST",
      signal,
      lookup: lookupLoopback,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
    };
    return new Promise((resolve, reject) => {
      const request = isSecure
        ? https.request(url, { ...options, agent: secure }, resolve)
        : http.request(url, { ...options, agent: plain }, resolve);
      request.on("error", reject);
      // Rejects here, because the request emits its error only when its socket has closed.
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

/** Whether a simulator may deliver to this URL: only to this machine. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** Resolves every name to this machine, so that no look-up leaves it. */
const lookupLoopback: LookupFunction = (_name, options, callback) => {
  if (options.all === true) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
