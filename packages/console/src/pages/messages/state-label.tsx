import type { MessageItem } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";

const WORDS = {
  waiting: ["messages.waiting", "warn"],
  done: ["messages.done", "good"],
  set_aside: ["messages.setAside", "error"],
} as const;

/** The state of a message in one word. */
export function MessageStateLabel({
  state,
}: {
  readonly state: MessageItem["state"];
}): JSX.Element {
  const { t } = useLanguage();
  const [word, kind] = WORDS[state];
  return <span class={`tag ${kind}`}>{t(word)}</span>;
}
