/** One timer for all members, which take turns within a period, so that thousands of them do not block the process at once. */
const TURNS = 15;

export interface Heartbeat<Member> {
  add(member: Member): void;
  delete(member: Member): void;
}

/**
 * @param everyMs period in which each member has one turn
 * @param beat must not throw
 */
export function createHeartbeat<Member>(everyMs: number, beat: (member: Member) => void): Heartbeat<Member> {
  const turns = Array.from({ length: TURNS }, () => new Set<Member>());
  const turnOf = new Map<Member, Set<Member>>();
  let current = 0;
  let timer: NodeJS.Timeout | null = null;

  function next(): void {
    current = (current + 1) % TURNS;
    for (const member of turns[current]!) beat(member);
  }

  return {
    add(member) {
      // Last in its order, so that the first beat comes after a whole period.
      const turn = turns[current]!;
      turn.add(member);
      turnOf.set(member, turn);
      timer ??= setInterval(next, everyMs / TURNS).unref();
    },
    delete(member) {
      turnOf.get(member)?.delete(member);
      turnOf.delete(member);
      if (turnOf.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
  };
}
