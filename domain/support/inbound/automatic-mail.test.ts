import { expect, test } from 'vitest';
import { failsAuthentication, isAutomaticMail } from './automatic-mail.ts';

const ANA = 'ana@exemplo.com.br';

test.each([
  [{ 'auto-submitted': 'auto-replied' }, ANA],
  [{ 'auto-submitted': 'auto-generated (rejected)' }, ANA],
  [{ precedence: 'Bulk' }, ANA],
  [{ 'x-autoreply': 'yes' }, ANA],
  [{ 'list-id': '<lista.example>' }, ANA],
  [{ 'return-path': '<>' }, ANA],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, ANA],
  [{}, 'MAILER-DAEMON@mx.example'],
  [{}, 'nao-responda@loja.example'],
  [{}, 'noreply+1@loja.example'],
])('detects an automatic mail: %j from %s', (headers, from) => {
  expect(isAutomaticMail(new Map(Object.entries(headers)), from)).toBe(true);
});

test('accepts a mail that a person wrote', () => {
  const headers = new Map([
    ['auto-submitted', 'no'],
    ['return-path', '<ana@exemplo.com.br>'],
    ['content-type', 'multipart/mixed; boundary=x'],
  ]);
  expect(isAutomaticMail(headers, ANA)).toBe(false);
  expect(isAutomaticMail(new Map(), 'noreen@exemplo.com.br')).toBe(false);
});

test('parses the authentication results of the receiving server', () => {
  const of = (result: string) => failsAuthentication(new Map([['authentication-results', result]]));
  expect(of('mx.example; spf=pass; dmarc=fail (p=REJECT)')).toBe(true);
  expect(of('mx.example; spf=fail; dmarc=pass')).toBe(false);
  expect(failsAuthentication(new Map())).toBe(false);
});
