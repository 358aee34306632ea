/** Whether the receipt of a send says that there was nothing to send. */
export function isIgnored(receipt: unknown): boolean {
  return (
    typeof receipt === "object" &&
    receipt !== null &&
    "status" in receipt &&
    receipt.status === "ignored"
  );
}
