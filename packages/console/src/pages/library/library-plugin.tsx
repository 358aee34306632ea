import type { LibraryPlugin } from "@botwright/host";
import type { JSX } from "preact";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { TakeDownButton } from "../../admin/reviews/take-down-button.tsx";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { InstallDialog } from "../../library/install-dialog.tsx";
import { Changes, Permissions } from "../../library/permissions.tsx";
import { PluginCode } from "../../library/plugin-code.tsx";
import { useSession } from "../../session.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { ExternalLink, Markdown } from "../../ui/markdown.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";

/** A plugin of the library, with the information that a visitor needs before the installation. */
export function LibraryPluginPage(): JSX.Element {
  const { t } = useLanguage();
  const { slug = "" } = useRoute().params;
  const plugin = useData(() => read(api.library[":slug"].$get({ param: { slug } })), [slug]);
  useChanges("library", plugin.reload);
  return (
    <>
      <p>
        <a href={`/library${location.search}`}>← {t("library.title")}</a>
      </p>
      <Show of={plugin} heading={t("dev.plugin")}>
        {(known) => <Plugin plugin={known} />}
      </Show>
    </>
  );
}

function Plugin({ plugin }: { readonly plugin: LibraryPlugin }): JSX.Element {
  const { t } = useLanguage();
  const { user } = useSession();
  const [isInstalling, setInstalling] = useState(false);
  return (
    <>
      <header class="links">
        <h1>
          <span aria-hidden="true">{plugin.icon}</span> {plugin.name}
        </h1>
        <div class="row">
          {user.role === "admin" && !plugin.builtin && (
            <TakeDownButton pluginId={plugin.id} slug={plugin.slug} next="/library" />
          )}
          {!plugin.builtin && (
            <a href={`/try?${new URLSearchParams({ plugin: plugin.slug })}`}>{t("library.try")}</a>
          )}
          <button type="button" class="primary" onClick={() => setInstalling(true)}>
            {t("library.install")}
          </button>
        </div>
      </header>
      {isInstalling && <InstallDialog plugin={plugin} onClose={() => setInstalling(false)} />}
      <p>{plugin.description}</p>
      <p class="quiet">
        {!plugin.builtin && `${plugin.version} · `}
        {plugin.builtin
          ? t("library.builtin")
          : t("library.by", { developer: plugin.developer ?? "?" })}
        {" · "}
        {t("library.installs", { count: plugin.installs })}
        {" · "}
        <Moment at={plugin.updated_at} />
      </p>
      <h2>{t("library.permissions")}</h2>
      <Permissions of={plugin.permissions} />
      <h2>{t("library.triggers")}</h2>
      {plugin.triggers.length === 0 ? (
        <p>{t("library.noTriggers")}</p>
      ) : (
        <p class="row">
          {plugin.triggers.map((trigger) => (
            <code key={trigger}>{trigger}</code>
          ))}
        </p>
      )}
      {plugin.config_schema.length > 0 && (
        <>
          <h2>{t("library.settings")}</h2>
          <ul>
            {plugin.config_schema.map(({ key, label }) => (
              <li key={key}>{label}</li>
            ))}
          </ul>
        </>
      )}
      <h2>{t("library.readme")}</h2>
      {plugin.readme === "" ? (
        <p class="quiet">{t("library.noReadme")}</p>
      ) : (
        <Markdown text={plugin.readme} />
      )}
      {plugin.repository_url !== "" && (
        <p>
          {t("library.repository")}
          {t("app.colon")}
          <ExternalLink href={plugin.repository_url}>{plugin.repository_url}</ExternalLink>
        </p>
      )}
      {/* Those of the host have its version, and no file of their own. */}
      {!plugin.builtin && (
        <>
          <PluginCode slug={plugin.slug} />
          <h2>{t("library.versions")}</h2>
          <Versions slug={plugin.slug} />
          <p class="quiet">
            {t("library.checksum")}
            {t("app.colon")}
            <code class="break">{plugin.sha256}</code>
          </p>
        </>
      )}
    </>
  );
}

function Versions({ slug }: { readonly slug: string }): JSX.Element {
  const { t } = useLanguage();
  const versions = useData(
    () => read(api.library[":slug"].versions.$get({ param: { slug } })),
    [slug],
  );
  useChanges("library", versions.reload);
  return (
    <Show of={versions}>
      {({ items }) => (
        <ol class="plain">
          {items.map(({ id, version, current, published_at, changes, permissions }, place) => (
            <li key={id}>
              <details open={current}>
                <summary>
                  <strong>{version}</strong> · <Moment at={published_at} />{" "}
                  {current && <span class="badge good">{t("library.current")}</span>}
                </summary>
                {/* The first version has none before it to be compared with. */}
                {place === items.length - 1 ? (
                  <Permissions of={permissions} />
                ) : (
                  <Changes of={changes} />
                )}
              </details>
            </li>
          ))}
        </ol>
      )}
    </Show>
  );
}
