const MINUTE_MS = 60_000;

/** When the friends are reminded of free parts: with a sixth of the time left, at most an hour before the deadline. */
export function reminderTime(group: { createdAt: Date; deadline: Date }): Date {
  const deadline = group.deadline.getTime();
  return new Date(deadline - Math.min(60 * MINUTE_MS, (deadline - group.createdAt.getTime()) / 6));
}
