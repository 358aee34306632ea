import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";
import { Field } from "./field.tsx";

/** A value that the visitor copies to another place. */
export function CopyField({
  label,
  value,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
}): JSX.Element {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  // Where the browser has no clipboard, as on pages without TLS, the value is selected for Ctrl-C.
  const copy = (): void => {
    input.current?.select();
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <div class="copy">
          <input {...ids} ref={input} class="mono" readOnly value={value} />
          <button type="button" aria-label={t("bots.copyOf", { label })} onClick={copy}>
            {isCopied ? t("bots.copied") : t("bots.copy")}
          </button>
        </div>
      )}
    </Field>
  );
}
