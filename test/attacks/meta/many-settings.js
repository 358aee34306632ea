// Thousands of passwords: what is shown of a run would be searched for each of them, in forty forms.
// expect: load INVALID_INPUT
export const meta = {
  slug: "many-settings",
  config_schema: Array.from({ length: 5000 }, (_, at) => ({
    key: `k${at}`,
    label: "",
    type: "password",
  })),
};
export async function handler() {
  for (let line = 0; line < 900; line++) console.log("a line");
  return { handled: true };
}
