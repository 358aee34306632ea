/** A response with its complete body: what a journal records of a plugin's `fetch`. */
export interface FetchResult {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: [name: string, value: string][];
  body: Uint8Array;
}
