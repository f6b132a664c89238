/** CPU time and memory of processes, from Linux. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of CPU times in /proc: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU seconds of a process and of its exited children so far; 0 when it has exited. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  // utime, stime, cutime, cstime.
  return fields ? fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND : 0;
}

/** CPU seconds of a process and its descendants so far. */
export function treeCpuSeconds(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

/** Pids of the children of a process, their children, and so on. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const childrenOf = (parent: number): number[] =>
    [...parents].flatMap(([child, parentPid]) => (parentPid === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}

/** NaN when the process has exited. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)?.[1]);
}

/** Resident memory of a process, MiB. @throws when it has exited */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** The fields of /proc/PID/stat after the name, from the state on. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
