// Imports the module that the machine was made with: refused, or spent.
// expect: handled | load PLUGIN_IMPORT_REFUSED
import * as guest from "botwright:guest";
export const handler = () => ({
  handled: Object.values(guest).every((value) => value === undefined),
});
