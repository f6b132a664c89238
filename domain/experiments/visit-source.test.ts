import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitSource } from './visit-source.ts';

test.each([
  [{}, 'Direto'],
  [{ referrerHost: 'www.google.com.br' }, 'Busca'],
  [{ referrerHost: 'l.instagram.com' }, 'Instagram'],
  [{ referrerHost: 'notgoogle.example' }, 'notgoogle.example'],
  [{ referrerHost: 'www.jornal.example' }, 'jornal.example'],
  [{ referrerHost: 'www.google.com', affiliate: true }, 'Afiliados'],
  [{ utmSource: 'Folheto <b>', affiliate: true }, 'utm: folheto b'],
  [{ utmSource: '<>' }, 'Direto'],
])('names the source of a visit with %o', (arrival, source) => {
  expect(visitSource({ utmSource: null, affiliate: false, referrerHost: '', ...arrival })).toBe(source);
});

test('returns a short, non-empty source for any URL', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.boolean(), (utmSource, referrerHost, affiliate) => {
      const { length } = visitSource({ utmSource, referrerHost, affiliate });
      expect(length > 0 && length <= 60).toBe(true);
    }),
  );
});
