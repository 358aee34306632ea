/** The context with which the credentials of a bot are sealed; see `Secrets`. */
export function botContext({ userId, platform }: { userId: number; platform: string }): string {
  return `bot/${userId}/${platform}`;
}
