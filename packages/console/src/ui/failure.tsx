import type { JSX } from "preact";
import { chineseOnDemand } from "../i18n/chinese-on-demand.ts";

const chinese = chineseOnDemand(
  async () => (await import("../i18n/chinese-failures.ts")).CHINESE_FAILURES,
);

/**
 * An error, by its code and message. Messages are English, because plugins and platforms write them or
 * parts of them; in Chinese, the meaning of the code precedes the message.
 */
export function Failure({
  error: { code, message },
  isShort = false,
}: {
  readonly error: { readonly code?: string | undefined; readonly message: string };
  /** Shortens it to one sentence, where there is no room for the code. */
  readonly isShort?: boolean;
}): JSX.Element {
  const { words } = chinese.use();
  const meaning = code === undefined ? undefined : words?.get(code);
  if (isShort) return <>{meaning ?? message}</>;
  return (
    <>
      {meaning !== undefined && `${meaning}：`}
      {message} {code !== undefined && <code>{code}</code>}
    </>
  );
}
