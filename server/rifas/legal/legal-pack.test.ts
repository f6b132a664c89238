import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LegalPack } from '@mare/contract/rifas/legal-pack.ts';
import { createPdf } from '../../platform/documents/inspect-pdf.testing.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { createManagedRifasTestbed, type ManagedRifasTestbed } from '../management/managed-rifas.testing.ts';
import { createCertificateRoutes } from './certificates.routes.ts';
import { findLegalPack } from './find-legal-pack.ts';
import { storeLegalFile } from './legal-files.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

const PDF = createPdf();

const authorised = (changes: Partial<LegalPack> = {}): LegalPack => ({
  route: 'spa_mf',
  authorisationNumber: '03.021234/2026',
  organiserName: 'Associação',
  organiserCnpj: '12ABC34501DE35',
  validFrom: bed.inDays(-1).slice(0, 10),
  validUntil: bed.inDays(30).slice(0, 10),
  beneficiaryName: null,
  beneficiaryCnpj: null,
  regulation: 'Vale o regulamento.',
  taxNote: '',
  ...changes,
});
const real = () => ({ ...bed.platform, config: { ...bed.platform.config, demo: false } });
const publish = (id: string) => changeRifaState(real(), bed.by, { id, version: 1, to: 'active' });
const store = (rifaId: string, kind: 'certificate' | 'ownership', bytes: Buffer = PDF) =>
  storeLegalFile(bed.platform, bed.by, { rifaId, kind, name: 'arquivo.pdf', bytes });

describe('an authorised rifa', () => {
  test('is published with its certificate, which is public then', async () => {
    const id = await bed.draft({ legal: authorised() });
    expect(await publish(id)).toMatchObject({ ok: false, code: 'RIFA_INCOMPLETE', missing: ['certificate'] });
    expect(await store(id, 'certificate')).toEqual({ ok: true });
    const { fileId } = await bed.db
      .selectFrom('legalFiles')
      .select('fileId')
      .where('rifaId', '=', id)
      .executeTakeFirstOrThrow();
    const get = () => createCertificateRoutes(bed.platform).request(`/certificados/${fileId}.pdf`);
    expect((await get()).status).toBe(404);
    expect(await publish(id)).toMatchObject({ ok: true });
    const response = await get();
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    expect(await findLegalPack(bed.db, id)).toMatchObject({
      route: 'spa_mf',
      certificate: `/certificados/${fileId}.pdf`,
      ownsPrizes: false,
      claimDays: 180,
      taxNotes: [expect.stringContaining('20%')],
    });
  });

  test('keeps its certificate after publishing, and takes the proof of ownership later', async () => {
    const id = await bed.draft({ legal: authorised() });
    await store(id, 'certificate');
    await publish(id);
    expect(await store(id, 'certificate')).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
    await expect(bed.db.deleteFrom('legalFiles').where('rifaId', '=', id).execute()).rejects.toThrow(
      'is published',
    );
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    expect(await store(id, 'ownership', photo)).toEqual({ ok: true });
    const legal = (await findLegalPack(bed.db, id))!;
    expect(legal.ownsPrizes).toBe(true);
    const { fileId } = await bed.db
      .selectFrom('legalFiles')
      .select('fileId')
      .where('rifaId', '=', id)
      .where('kind', '=', 'ownership')
      .executeTakeFirstOrThrow();
    const response = await createCertificateRoutes(bed.platform).request(`/certificados/${fileId}.jpg`);
    expect(response.status).toBe(404);
  });

  test('is a series of 100,000 numbers at most', async () => {
    const id = await bed.draft({ legal: authorised(), totalNumbers: 1_000_000 });
    await store(id, 'certificate');
    expect(await publish(id)).toMatchObject({ ok: false, code: 'RIFA_INCOMPLETE', missing: ['series'] });
  });

  test('is never published without its certificate, also under concurrency', async () => {
    const id = await bed.draft({ legal: authorised() });
    await Promise.all([publish(id), store(id, 'certificate'), publish(id)]);
    const legal = await findLegalPack(bed.db, id);
    expect(legal === null || legal.certificate !== null).toBe(true);
  });
});

test('keeps the promised days after the setting changes', async () => {
  const setDays = (days: number) =>
    bed.pool.query(
      `update settings set value = value || jsonb_build_object('claimDays', $1::int) where key = 'prizes'`,
      [days],
    );
  await setDays(45);
  const id = await bed.published();
  await setDays(30);
  expect((await findLegalPack(bed.db, id))!.claimDays).toBe(45);
});
