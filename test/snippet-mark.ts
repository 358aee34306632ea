/** Precedes the output of each snippet on stderr; no snippet prints it itself. */
export const MARK = "\u0001snippet ";
