import type { LogView } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { formatMs } from "../../ui/format.ts";

/** Log lines, with their times since the start of the attempt. */
export function LogLines({ logs }: { readonly logs: readonly LogView[] }): JSX.Element | null {
  const { t } = useLanguage();
  if (logs.length === 0) return null;
  return (
    <ol class="log mono" aria-label={t("messages.console")}>
      {logs.map(({ level, message, at_ms }, index) => (
        <li key={index} class={level}>
          <span class="quiet">{formatMs(at_ms)}</span> <b>{level}</b> {message}
        </li>
      ))}
    </ol>
  );
}
