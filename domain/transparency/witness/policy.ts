/** Trust policies (c2sp.org/tlog-policy): the known logs and witnesses, and the quorum. */
import { ED25519_COSIGNATURE, ED25519_NOTE, parseVerifierKey, type VerifierKey } from '../log/signed-note.ts';
import { toHex } from '../../hex.ts';

export interface PolicyMember {
  name: string;
  key: VerifierKey;
  url: string | null;
}

export interface Policy {
  logs: PolicyMember[];
  witnesses: PolicyMember[];
  /** Members of each group by name, and how many of them form a quorum. */
  groups: ReadonlyMap<string, { threshold: number; members: readonly string[] }>;
  /** Name of a witness or group; null for `none`. */
  quorum: string | null;
}

/** Syntax error of a policy. `line` is 1-based, 0 for the whole file. */
export class PolicyFault extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(`policy line ${line}: ${message}`);
    this.line = line;
  }
}

const MAX_LENGTH = 100_000;

/** @throws PolicyFault */
export function parsePolicy(text: string): Policy {
  if (text.length > MAX_LENGTH) throw new PolicyFault('the file is too long', 0);
  const reader = new PolicyReader();
  for (const [index, line] of text.split('\n').entries()) reader.read(line, index + 1);
  return reader.finish();
}

class PolicyReader {
  private readonly logs: PolicyMember[] = [];
  private readonly witnesses: PolicyMember[] = [];
  private readonly groups = new Map<string, { threshold: number; members: string[] }>();
  private readonly publicKeys = { log: new Set<string>(), witness: new Set<string>() };
  private readonly grouped = new Set<string>();
  private quorum: string | null | undefined;
  private line = 0;

  read(text: string, line: number): void {
    this.line = line;
    // oxlint-disable-next-line no-control-regex -- the format allows the tab and no other control character
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) throw this.fault('control character');
    const [keyword = '', ...rest] = text.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === '' || keyword.startsWith('#')) return;
    if (keyword === 'log') this.readLog(rest);
    else if (keyword === 'witness') this.readWitness(rest);
    else if (keyword === 'group') this.readGroup(rest);
    else if (keyword === 'quorum') this.readQuorum(rest);
    else throw this.fault(`unknown keyword '${keyword}'`);
  }

  finish(): Policy {
    const { logs, witnesses, groups, quorum } = this;
    if (quorum === undefined) throw new PolicyFault('no quorum line', 0);
    return { logs, witnesses, groups, quorum };
  }

  private readLog([vkey, url, ...more]: string[]): void {
    const key = this.takeKey('log', ED25519_NOTE, vkey, more);
    this.logs.push({ name: key.name, key, url: url ?? null });
  }

  private readWitness([name, vkey, url, ...more]: string[]): void {
    const key = this.takeKey('witness', ED25519_COSIGNATURE, vkey, more);
    this.witnesses.push({ name: this.newName(name), key, url: url ?? null });
  }

  private readGroup([name, rule = '', ...members]: string[]): void {
    const ownName = this.newName(name);
    for (const member of members) {
      if (!this.isDefined(member)) throw this.fault(`'${member}' is not defined on a line above`);
      if (this.grouped.has(member)) throw this.fault(`'${member}' is already in a group`);
      this.grouped.add(member);
    }
    const named = { any: 1, all: members.length }[rule];
    const threshold = named ?? (/^[1-9]\d{0,3}$/.test(rule) ? Number(rule) : 0);
    if (threshold < 1 || threshold > members.length)
      throw this.fault(`'${rule}' of ${members.length} members cannot be`);
    this.groups.set(ownName, { threshold, members });
  }

  private readQuorum([name = '', ...more]: string[]): void {
    if (this.quorum !== undefined) throw this.fault('a second quorum line');
    if (more.length > 0 || (name !== 'none' && !this.isDefined(name)))
      throw this.fault(`'${[name, ...more].join(' ')}' is no witness or group of a line above`);
    this.quorum = name === 'none' ? null : name;
  }

  private takeKey(
    role: 'log' | 'witness',
    type: VerifierKey['type'],
    vkey: string | undefined,
    more: readonly string[],
  ): VerifierKey {
    const key = parseVerifierKey(vkey ?? '');
    if (key?.type !== type || more.length > 0) throw this.fault(`no key of a ${role}`);
    const publicKey = toHex(key.publicKey);
    if (this.publicKeys[role].has(publicKey)) throw this.fault(`the key of another ${role}`);
    this.publicKeys[role].add(publicKey);
    return key;
  }

  private newName(name = ''): string {
    if (name === '' || name === 'none' || this.isDefined(name)) throw this.fault(`name '${name}' is taken`);
    return name;
  }

  private isDefined(name: string): boolean {
    return this.groups.has(name) || this.witnesses.some((each) => each.name === name);
  }

  private fault(message: string): PolicyFault {
    return new PolicyFault(message, this.line);
  }
}

/** Whether these witnesses form a quorum. */
export function isQuorum({ witnesses, groups, quorum }: Policy, signed: readonly VerifierKey[]): boolean {
  const holds = (name: string): boolean => {
    const group = groups.get(name);
    if (group) return group.members.filter(holds).length >= group.threshold;
    const witness = witnesses.find((each) => each.name === name);
    return witness !== undefined && signed.includes(witness.key);
  };
  return quorum === null || holds(quorum);
}
