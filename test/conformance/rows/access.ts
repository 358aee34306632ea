import { inSection, type Row } from "./row.ts";

/** Who may call the HTTP interface, and how it says no. */
export const accessRows: readonly Row[] = [
  ...inSection("Authentication", {
    "auth.login": "Submit, change, my and ai-models need a login.",
    "auth.admin": "The administrator's endpoints are closed to users.",
    "auth.admin-token": "A token of the administrator opens them.",
    "auth.open": "free-models and ai-proxy need no login.",
    "auth.accounts": "A user logs in by e-mail and password, with a cookie or a bearer token.",
    "auth.csrf": "With a cookie, what comes from another site's page is refused.",
    "auth.first-administrator":
      "The first start makes an administrator and shows the password once.",
  }),
  ...inSection("Errors over HTTP", {
    "http-error.form": "Every error is `{ error, code }`.",
    "http-error.not-logged-in": "Without a login an answer is 401.",
    "http-error.not-allowed": "What a user may not do is 403.",
    "http-error.banned": "A banned account is refused.",
    "http-error.not-found": "What does not exist, or belongs to another user, is 404.",
    "http-error.wrong-type": "A wrong type is 400, naming the field.",
    "http-error.unknown-field": "A field that is not known is ignored.",
    "http-error.missing": "A field that is missing is 400, naming it.",
    "http-error.malformed": "A body that is no JSON object is 400.",
    "http-error.too-large": "A body that is too large is 413.",
    "http-error.too-many": "Too many requests are 429, with Retry-After.",
    "http-error.conflict": "What is taken already is 409.",
    "http-error.upstream": "A server that fails is 502, one that is silent is 504.",
    "http-error.address": "The client's address is the socket's, unless proxies are named.",
  }),
];
