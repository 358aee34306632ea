/**
 * Whether this is the UserID of one member, of 1 to 64 bytes. The API takes lists (`a|b`) and the whole
 * corp (`@all`) in the same field.
 */
export function isOneMember(to: string): boolean {
  return (
    Buffer.byteLength(to) <= 64 &&
    /^[^@|\s\p{Cc}\p{Cf}][^|\s\p{Cc}\p{Cf}]*$/u.test(to.normalize("NFKC"))
  );
}

/** The same for all spellings of a UserID: WeCom ignores its case. What is sent keeps the spelling. */
export function memberKey(to: string): string {
  return to.toLowerCase();
}
