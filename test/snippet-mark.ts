/** What stands on stderr before the output of each snippet; none says it itself. */
export const MARK = "\u0001snippet ";
