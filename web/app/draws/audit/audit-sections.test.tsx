import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AuditSections } from './audit-sections.tsx';

function renderSections(
  status: DrawAudit['rifa']['status'],
  anchor: DrawAudit['seals'][number]['anchor'] = null,
) {
  const audit: DrawAudit = {
    rifa: {
      id: '5e000000-0000-4000-8000-000000000013',
      title: 'Máquina de costura',
      image: '',
      status,
      isPaused: false,
      totalNumbers: 1000,
      drawDate: '2026-12-11T22:00:00.000Z',
      drawExtraction: 6121,
      salesEndAt: '2026-12-11T21:00:00.000Z',
      cancellation: null,
    },
    rule: { version: 'federal-1', fallback: 'lot', cotaWinsOnce: true },
    prizes: [],
    list: null,
    seals: anchor
      ? [
          {
            version: 1,
            hash: 'a'.repeat(64),
            text: 'mare-da-sorte/lacre/1\n',
            extraction: 6121,
            extractionDate: '2026-12-11',
            reason: null,
            sealedAt: '2026-12-11T20:00:00.000Z',
            anchor,
          },
        ]
      : [],
    draws: [],
    awaits: null,
    clauseSteps: [],
    winners: [],
    actions: [],
    failing: null,
    record: null,
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <AuditSections audit={audit} />
    </MemoryRouter>,
  );
}

test('shows upcoming steps for a rifa on sale but not for a cancelled one', () => {
  expect(renderSections('active')).toContain('A Loteria Federal');
  expect(renderSections('cancelled')).not.toContain('A Loteria Federal');
  expect(renderSections('cancelled')).not.toContain('O lacre');
});

test('publishes the declared clause from the first sale on', () => {
  const text = renderSections('active');
  expect(text).toContain('Se a loteria mudar os planos');
  expect(text).toContain('continua valendo por até 7 dias');
  expect(text).toContain('Ninguém escolhe');
});

test.each([
  [null, 'sai em algumas horas'],
  [800_000, 'O bloco 800.000 da rede Bitcoin'],
] as const)('shows the timestamp of a seal and its Bitcoin block if known: %s', (blockHeight, expected) => {
  const markup = renderSections('closed', {
    calendar: 'calendario.exemplo.com.br',
    anchoredAt: '2026-12-11T20:05:00.000Z',
    blockHeight,
    proof: '00',
  });
  expect(markup).toContain('calendario.exemplo.com.br');
  expect(markup).toContain(expected);
  expect(markup).toContain('/lacre/1.txt.ots');
});
