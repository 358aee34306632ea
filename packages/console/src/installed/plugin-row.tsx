import type { ConflictReport, InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { PluginPanel } from "./plugin-panel.tsx";
import type { Drag, HandleEvents } from "./use-reorder.ts";

/** A plugin in the order of its bot; its settings are shown when it is open. */
export function PluginRow({
  botId,
  plugin,
  place,
  drag,
  handle,
  conflicts,
  isOpen,
  onOpen,
  onEnable,
  onChange,
}: {
  readonly botId: number;
  readonly plugin: InstallationRecord;
  readonly place: number;
  readonly drag: Drag | undefined;
  readonly handle: HandleEvents;
  /** The triggers that this plugin shares with others. */
  readonly conflicts: ConflictReport["exact"];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onEnable: (enabled: boolean) => void;
  readonly onChange: (changed?: InstallationRecord) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const { name, slug, waiting } = plugin;
  return (
    <li class={`plugin ${dragClass(drag, place)}`} data-row={place}>
      <div class="plugin-line">
        <button type="button" class="handle" aria-label={t("installed.move", { name })} {...handle}>
          ⠿
        </button>
        <span class="icon" aria-hidden="true">
          {plugin.icon}
        </span>
        <div class="grow">
          <h2>{name}</h2>{" "}
          <small class="quiet">
            {name !== slug && `${slug} · `}
            {/* Those of the host have its version. */}
            {!plugin.builtin && `${plugin.version} · `}
            <span class="short">{t("installed.priorityOf", { priority: plugin.priority })}</span>
          </small>
          <div class="row">
            {!plugin.available && <span class="badge error">{t("installed.unavailable")}</span>}
            {waiting !== null && (
              <span class="badge warn">{t("installed.waiting", { version: waiting.version })}</span>
            )}
          </div>
          {byOthers(conflicts, slug).map(([plugins, triggers]) => (
            <p key={plugins} class="warn">
              {t("installed.conflict", {
                triggers: triggers.map(quoted).join(", "),
                count: triggers.length,
                plugins,
              })}
            </p>
          ))}
        </div>
        <label class="choice">
          <input
            type="checkbox"
            aria-label={t("installed.enable", { name })}
            checked={plugin.enabled}
            onChange={(event) => onEnable(event.currentTarget.checked)}
          />{" "}
          {t("installed.enabled")}
        </label>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t("installed.settingsOf", { name })}
          onClick={() => onOpen(!isOpen)}
        >
          {t("installed.settings")}
        </button>
      </div>
      {isOpen && <PluginPanel botId={botId} plugin={plugin} onChange={onChange} />}
    </li>
  );
}

/** Groups the shared triggers by the other plugins that have them. */
function byOthers(conflicts: ConflictReport["exact"], slug: string): [string, string[]][] {
  const shared = Map.groupBy(conflicts, ({ plugins }) =>
    plugins.filter((other) => other !== slug).join(", "),
  );
  return [...shared].map(([others, some]) => [others, some.map(({ trigger }) => trigger)]);
}

/** A trigger in quotation marks, unless it already begins with one. */
function quoted(trigger: string): string {
  return trigger.startsWith('"') ? trigger : `“${trigger}”`;
}

function dragClass(drag: Drag | undefined, place: number): string {
  if (drag === undefined) return "";
  if (drag.from === place) return "dragged";
  if (drag.to !== place) return "";
  return drag.to < drag.from ? "drop-before" : "drop-after";
}
