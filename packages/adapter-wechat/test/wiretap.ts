import { serveRequests, type TestServer } from "@botwright/adapter-kit/contract";

/** A call as it went over the wire. */
export interface TappedCall {
  /** The path behind `ilink/bot/`, or that of the CDN. */
  readonly call: string;
  readonly verb: string;
  readonly headers: Headers;
  /** The JSON of the body; `undefined` where it is none. */
  readonly body: unknown;
}

/** A server between an adapter and a platform. */
export interface Wiretap extends TestServer {
  readonly calls: readonly TappedCall[];
}

/** What answers in the platform's place; `undefined` leaves it to the platform. */
export type Substitute = (call: TappedCall) => Response | undefined;

/**
 * Listens to what goes to a platform, and may answer in its place.
 *
 * @param target Where the platform is; without one everything is answered here, by 404 at last.
 */
export async function tap(
  target: string | undefined,
  substitute: Substitute = () => undefined,
): Promise<Wiretap> {
  const calls: TappedCall[] = [];
  const server = await serveRequests(async (request) => {
    const { pathname, search } = new URL(request.url);
    const bytes = await request.arrayBuffer();
    const tapped: TappedCall = {
      call: pathname.replace(/^\/(ilink\/bot\/)?/, ""),
      verb: request.method,
      headers: request.headers,
      body: readJson(bytes),
    };
    calls.push(tapped);
    const answer = substitute(tapped);
    if (answer !== undefined || target === undefined) {
      return answer ?? new Response(null, { status: 404 });
    }
    const headers = new Headers(request.headers);
    for (const name of ["connection", "content-length", "host"]) headers.delete(name);
    const body = bytes.byteLength === 0 ? null : bytes;
    return fetch(target + pathname + search, { method: request.method, headers, body });
  });
  return Object.assign(server, { calls });
}

function readJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}
