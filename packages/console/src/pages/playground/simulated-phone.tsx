import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/act-button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { tapPhone } from "./simulators.ts";

/** Scans WeChat's code and confirms the login, in the place of a phone. */
export function SimulatedPhone(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  return (
    <>
      <p class="quiet">{t("playground.phone")}</p>
      <p class="row">
        <ActButton
          onAct={async () => {
            await tapPhone("scan");
            toast({ text: t("playground.scanned") });
          }}
        >
          {t("playground.scan")}
        </ActButton>
        <ActButton
          onAct={async () => {
            await tapPhone("confirm");
            toast({ text: t("playground.confirmed") });
          }}
        >
          {t("playground.confirm")}
        </ActButton>
      </p>
    </>
  );
}
