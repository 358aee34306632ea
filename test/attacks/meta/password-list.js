// A password whose default is a list of twenty thousand: what is shown of a run would be searched for each.
// expect: load INVALID_INPUT
export const meta = {
  slug: "many-secrets",
  config_schema: [
    {
      key: "key",
      label: "Key",
      type: "password",
      default: Array.from({ length: 20_000 }, (_, at) => "s" + (10_000 + at)),
    },
  ],
};
export const handler = () => ({ handled: true });
