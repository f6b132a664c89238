/** Processor time and memory of processes, from Linux: what work costs, also while others keep the machine busy. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Of the system's clock, as /proc counts: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Seconds of a process so far, with those of its children that have ended; 0 when it is gone. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  // Own time in user and system mode, then the children's.
  return fields ? fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND : 0;
}

/** Seconds so far of a process and all that it started. */
export function familySeconds(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const sumOf = (parent: number): number =>
    [...parents].reduce(
      (sum, [child, its]) => (its === parent ? sum + sumOf(child) : sum),
      processorSeconds(parent),
    );
  return sumOf(pid);
}

/** NaN when it is gone. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)?.[1]);
}

/** What a process holds in memory now, in MiB. @throws when it is gone */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** The fields after the name, of which the first is the state. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
