/** The length of a body as it is read; `undefined` when the headers do not tell. */
export function lengthOf(headers: Headers): number | undefined {
  const text = headers.get("content-length") ?? "";
  const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
  return /^\d{1,15}$/.test(text) && !isEncoded ? Number(text) : undefined;
}
