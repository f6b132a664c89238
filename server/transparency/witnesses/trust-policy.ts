/** The shop's trust policy (c2sp.org/tlog-policy): its log, its witnesses and their quorum. */
import { parsePolicy, type Policy } from '@mare/domain/transparency/witness/policy.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSigningKey } from '../keys/find-signing-key.ts';
import { readDemoWitness } from './demo-witness.ts';

const NO_WITNESSES = 'quorum none\n';

type Deps = Pick<Platform, 'config'>;

function witnessLines({ config }: Deps): string {
  return config.logWitnesses ?? readDemoWitness(config)?.policy ?? NO_WITNESSES;
}

/** Witnesses and quorum. */
export function readWitnessPolicy(platform: Deps): Policy {
  return parsePolicy(witnessLines(platform));
}

/**
 * The whole policy, as /log/policy serves it; null before the log has a key.
 * @param size of the checkpoint that comes with it; null before the first
 */
export async function readTrustPolicy(
  platform: Deps & Pick<Platform, 'db'>,
  size: number | null,
): Promise<string | null> {
  const { db, config } = platform;
  const verifierKey = await findSigningKey(db, size);
  if (!verifierKey) return null;
  return `log ${verifierKey} ${config.publicUrl}/log\n${witnessLines(platform)}`;
}
