import { type Handler, listen, type SharedAddress } from "./http.ts";

/**
 * Opens a {@link SharedAddress}.
 *
 * @example
 * await using address = await shareAddress();
 * const first = await startSimulator("telegram", { address });
 * const second = await startSimulator("telegram", { address });
 */
export async function shareAddress(options: { port?: number } = {}): Promise<SharedAddress> {
  const handlers = new Map<string, Handler>();
  let last = 0;
  const server = await listen((request, response) => {
    const [, name = "", rest = ""] = /^\/([^/?]*)(.*)$/.exec(request.url ?? "") ?? [];
    const handler = handlers.get(name);
    if (handler === undefined) {
      response.writeHead(404).end();
      return;
    }
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
    handler(request, response);
  }, options);
  return {
    url: server.url,
    mount(handler) {
      const name = `bot${++last}`;
      handlers.set(name, handler);
      return {
        url: `${server.url}/${name}`,
        close: async () => void handlers.delete(name),
      };
    },
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
