import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

/** Posts what a platform delivers to a bot's own address, over connections that are kept. */
export class CallbackClient {
  readonly #agents: readonly [http.Agent, https.Agent];
  readonly #timeoutMs: number;

  /**
   * @param timeoutMs Milliseconds of silence after which a delivery has failed.
   * @param certificate A certificate in PEM form to trust besides the public ones.
   */
  constructor(maxConnections: number, timeoutMs: number, certificate?: string) {
    const options = { keepAlive: true, maxSockets: maxConnections };
    const trusted = certificate === undefined ? {} : { ca: certificate };
    this.#agents = [new http.Agent(options), new https.Agent({ ...options, ...trusted })];
    this.#timeoutMs = timeoutMs;
  }

  /** Resolves with the answer, whose body is still to be read; rejects when none comes. */
  post(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const [plain, secure] = this.#agents;
    const isSecure = url.startsWith("https:");
    const options = {
      method: "POST",
      timeout: this.#timeoutMs,
      lookup: lookupLoopback,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
    };
    return new Promise((resolve, reject) => {
      const request = isSecure
        ? https.request(url, { ...options, agent: secure }, resolve)
        : http.request(url, { ...options, agent: plain }, resolve);
      request.on("timeout", () =>
        request.destroy(new Error("The callback did not answer in time")),
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

/** Whether a simulator may deliver to this address: nothing leaves the machine. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** Every name is this machine, so that none is looked up outside. */
const lookupLoopback: LookupFunction = (_name, options, callback) => {
  if (options.all === true) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
