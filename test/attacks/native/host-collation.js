// Has the host compare texts of combining marks that it must sort first, in always other orders.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const marks = "\u0f71\u0f80\u0334\u0301\u0316\u0327".repeat(50_000);
  for (let i = 0; ; i++) {
    const options = { numeric: i % 2 === 0, caseFirst: "upper", sensitivity: "variant" };
    `\u0fb2${marks}`.localeCompare(
      `\u0fb2\u0334${marks}`,
      [`vi-u-co-a${100 + (i % 900)}`, "zh"],
      options,
    );
  }
}
