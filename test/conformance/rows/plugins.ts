import { inSection, type Row } from "./row.ts";

/** What plugins declare, and what users set for them. */
export const pluginRows: readonly Row[] = [
  ...inSection("Plugin meta and settings", {
    "meta.optional": "A plugin may declare nothing.",
    "meta.fields":
      "Meta may have slug, name, description, icon, category, version, triggers and config_schema.",
    "meta.categories": "Its category is message, utility, fun, game or content.",
    "settings.types":
      "A setting is a text, password, number, boolean, textarea or select, with its options.",
    "settings.default": "A setting that was not given has its default.",
    "settings.password": "Values of type password are stored encrypted.",
  }),
  ...inSection("Plugin submission", {
    "submission.required": "slug, name and code are required.",
    "submission.slug": "A slug has lowercase letters, digits and hyphens.",
    "submission.slug-unique": "A slug is one plugin's only.",
    "submission.icon": "Without an icon a plugin has the plug emoji.",
    "submission.version": "Without a version a plugin has 1.0.0.",
    "submission.categories": "Both vocabularies of categories are accepted.",
    "submission.fields":
      "A submission may have description, icon, category, version, config_schema, triggers, readme and repository_url.",
    "submission.id": "The record that is answered has the id that later calls use.",
  }),
  ...inSection("Platform credentials", {
    "credentials.feishu": "Feishu's are app_id and app_secret.",
    "credentials.wecom": "WeCom's are corp_id, agent_id and secret.",
    "credentials.dingtalk": "DingTalk's are app_key, app_secret and robot_code.",
    "credentials.of-user": "They are the user's, whichever bot the plugin runs for.",
    "credentials.several":
      "A user may have several sets of a platform: the default is given, else the newest.",
  }),
  ...inSection("Trigger conflict report", {
    "conflicts.exact": "`exact` has each trigger of several plugins, and these plugins.",
    "conflicts.prefix":
      '`prefix` has each pair of which one begins with the other, as `"<short>" ⊂ "<long>"`.',
    "conflicts.totals": "It counts the plugins with triggers, and the triggers.",
    "conflicts.at-start":
      "Conflicts are looked for when the system starts, and logged as warnings.",
  }),
];
