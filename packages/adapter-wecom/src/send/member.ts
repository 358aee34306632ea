/**
 * Whether this is the UserID of one member, of 1 to 64 bytes. In the same field the API would also accept lists
 * (`a|b`) and the whole corp (`@all`).
 */
export function isOneMember(to: string): boolean {
  return (
    Buffer.byteLength(to) <= 64 &&
    /^[^@|\s\p{Cc}\p{Cf}][^|\s\p{Cc}\p{Cf}]*$/u.test(to.normalize("NFKC"))
  );
}

/** A key that is the same for all spellings of a UserID, because WeCom ignores case. Sends keep the given spelling. */
export function memberKey(to: string): string {
  return to.toLowerCase();
}
