/** Roots of time-stamping authorities. */
import { parseCertificates, type X509 } from '@mare/domain/transparency/timestamps/certificates.ts';
import { PUBLIC_AUTHORITIES } from '@mare/domain/transparency/timestamps/public-authorities.ts';
import type { Platform } from '../../platform/platform.ts';
import { readDemoRoot } from './demo-authority.ts';

type Deps = Pick<Platform, 'config'>;

/** PEM of the shop's roots in addition to the public ones; null without any. */
export function readNamedAuthorities({ config }: Deps): string | null {
  return config.timestampCertificates ?? readDemoRoot(config);
}

/** Built-in root certificates, and those in the shop's configuration. */
export function readTrustedRoots(platform: Deps): X509[] {
  return parseCertificates(PUBLIC_AUTHORITIES + (readNamedAuthorities(platform) ?? '')) ?? [];
}
