/** One timer for all members, which take slots within a period, so that thousands of them do not block the process at once. */
const SLOTS = 15;

export interface Heartbeat<Member> {
  add(member: Member): void;
  delete(member: Member): void;
}

/**
 * @param everyMs period in which each member has one slot
 * @param beat must not throw
 */
export function createHeartbeat<Member>(everyMs: number, beat: (member: Member) => void): Heartbeat<Member> {
  const slots = Array.from({ length: SLOTS }, () => new Set<Member>());
  const slotOf = new Map<Member, Set<Member>>();
  let current = 0;
  let timer: NodeJS.Timeout | null = null;

  function next(): void {
    current = (current + 1) % SLOTS;
    for (const member of slots[current]!) beat(member);
  }

  return {
    add(member) {
      // Appended last, so that the first heartbeat follows after a whole period.
      const slot = slots[current]!;
      slot.add(member);
      slotOf.set(member, slot);
      timer ??= setInterval(next, everyMs / SLOTS).unref();
    },
    delete(member) {
      slotOf.get(member)?.delete(member);
      slotOf.delete(member);
      if (slotOf.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
  };
}
