/** Certificates of the simulated bank, created with OpenSSL: authority, bank and shop. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  authority: string;
  bank: { certificate: string; key: string };
  shop: { certificate: string; key: string };
  /** Certificate of another authority, which the bank must reject. */
  stranger: { certificate: string; key: string };
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'pix-certificates-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

  function authority(name: string) {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.pem`),
    );
  }
  function certificate(name: string, signer: string) {
    openssl(
      'req',
      '-new',
      ...newKey,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.csr`),
    );
    writeFileSync(file(`${name}.ext`), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
    openssl(
      'x509',
      '-req',
      '-days',
      '2',
      '-CAcreateserial',
      '-in',
      file(`${name}.csr`),
      '-CA',
      file(`${signer}.pem`),
      '-CAkey',
      file(`${signer}.key`),
      '-extfile',
      file(`${name}.ext`),
      '-out',
      file(`${name}.pem`),
    );
    return { certificate: read(`${name}.pem`), key: read(`${name}.key`) };
  }

  try {
    authority('authority');
    authority('other');
    return {
      authority: read('authority.pem'),
      bank: certificate('bank', 'authority'),
      shop: certificate('shop', 'authority'),
      stranger: certificate('stranger', 'other'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
