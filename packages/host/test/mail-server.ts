import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A letter as it arrived. */
interface ReceivedLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A loopback server that takes letters by SMTP. */
export interface MailServer extends AsyncDisposable {
  /** Such as `smtp://127.0.0.1:2525`. */
  readonly url: string;
  /** All letters in the order of their arrival. */
  readonly letters: readonly ReceivedLetter[];
  /** Refuses letters from now on, or takes them again. */
  refuse(isRefusing: boolean): void;
}

/** Starts the server. */
export async function startMailServer(): Promise<MailServer> {
  const letters: ReceivedLetter[] = [];
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    void converse(socket);
  });

  async function converse(socket: Socket): Promise<void> {
    const answer = (line: string): boolean => socket.write(`${line}\r\n`);
    answer("220 ready");
    let to = "";
    let lines: string[] | undefined;
    for await (const line of createInterface({ input: socket })) {
      if (lines !== undefined) {
        if (line !== ".") lines.push(line.replace(/^\./, ""));
        else {
          letters.push(readLetter(to, lines));
          lines = undefined;
          answer("250 taken");
        }
      } else if (/^rcpt to:/iu.test(line)) {
        to = /<(.*)>/u.exec(line)?.[1] ?? "";
        answer(isRefusing ? "451 not now" : "250 go on");
      } else if (/^data/iu.test(line)) {
        lines = [];
        answer("354 send it");
      } else if (/^quit/iu.test(line)) {
        socket.end("221 bye\r\n");
      } else {
        answer("250 go on");
      }
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    refuse(refusing) {
      isRefusing = refusing;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads a letter of one part in the encoding that its header names. */
function readLetter(to: string, lines: readonly string[]): ReceivedLetter {
  const end = lines.indexOf("");
  const [head, body] = [lines.slice(0, end).join("\n"), lines.slice(end + 1).join("\n")];
  const subject = /^subject: (.*)$/imu.exec(head)?.[1] ?? "";
  const isQuoted = /^content-transfer-encoding: quoted-printable$/imu.test(head);
  const text = isQuoted
    ? body
        .replaceAll("=\n", "")
        .replaceAll(/=([\dA-F]{2})/gu, (_all, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
    : body;
  return { to, subject, text };
}
