import type { UnderlyingSource } from "node:stream/web";

const ADDRESS = "http://host/callbacks/1/";

/** A callback with a body. */
export function post(body: string): Request {
  return new Request(ADDRESS, { method: "POST", body });
}

/** A callback whose body has begun, and does not go on. */
export function openBody(): Request {
  return streamed({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
}

/** A callback whose body stops after 60 pieces, which may be 4 MB, and does not end. */
export function endlessBody(size: number, onPull: () => void, pieces = 60): Request {
  let left = pieces;
  return streamed({
    pull(controller) {
      if (left-- <= 0) return new Promise(() => {});
      onPull();
      controller.enqueue(new Uint8Array(size));
      return new Promise((resolve) => setTimeout(resolve, 1));
    },
  });
}

/** A callback that tells when its body is read. */
export function wholeBody(onRead: () => void): Request {
  return streamed({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode("{}"));
      controller.close();
      onRead();
    },
  });
}

/** A callback whose body is pulled as it is read, not before. */
function streamed(source: UnderlyingSource<Uint8Array>): Request {
  const body = new ReadableStream(source, { highWaterMark: 0 });
  return new Request(ADDRESS, { method: "POST", body, duplex: "half" });
}
