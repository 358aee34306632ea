/** Whether the receipt of a send has the status `"ignored"`. */
export function isIgnored(receipt: unknown): boolean {
  return (
    typeof receipt === "object" &&
    receipt !== null &&
    "status" in receipt &&
    receipt.status === "ignored"
  );
}
