import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LoggedEntry } from '@mare/contract/transparency/transparency.ts';
import { DamagedLog, isDamaged } from './damaged-log.tsx';

const entry = (isGenuine: boolean): LoggedEntry => ({
  index: 0,
  kind: 'count',
  at: null,
  sentence: '',
  text: '',
  isGenuine,
});

test('shows how many signed entries were deleted, and how many were changed', () => {
  expect(isDamaged({ entries: [entry(true)], missing: 0 })).toBe(false);
  const noticeText = (genuine: boolean[], missing: number) => {
    const log = { entries: genuine.map(entry), missing };
    expect(isDamaged(log)).toBe(true);
    return renderToStaticMarkup(<DamagedLog {...log} />).replaceAll(/<[^>]+>/g, ' ');
  };
  expect(noticeText([true], 1)).toContain('O texto de 1 anotação assinada foi apagado.');
  expect(noticeText([true], 1)).not.toContain('desta lista');
  expect(noticeText([true], 1200)).toContain('Os textos de 1.200 anotações assinadas foram apagados.');
  expect(noticeText([true, false], 0)).toContain('1 anotação desta lista foi mudada depois de assinada.');
  expect(noticeText([false, false], 0)).not.toContain('apagad');
});
