import { expect, test } from 'vitest';
import { ConfigError } from './settings-reader.ts';
import { describeStartFault, StartError } from './start-error.ts';

test.each([
  ['a setting', new ConfigError('Falta AUTH_SECRET.'), /^Falta AUTH_SECRET\.$/],
  [
    'a cause that an operator can fix',
    new StartError('A porta 3000 já está em uso.'),
    /^A porta 3000 já está em uso\.$/,
  ],
  ['a bug', new Error('no such export'), /^Error: no such export\n +at /],
  [
    'a cause',
    new Error('job failed', { cause: new Error('the disk is gone') }),
    /job failed[^]*Causa: Error: the disk is gone/,
  ],
  [
    'several failed connections, whose error has no message',
    new AggregateError([
      new Error('connect ECONNREFUSED ::1:5432'),
      new Error('connect ECONNREFUSED 127.0.0.1:5432'),
    ]),
    /connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127\.0\.0\.1:5432/,
  ],
  ['a thrown string', 'broken', /^broken$/],
  ['nothing', undefined, /^undefined$/],
  ['null', null, /^null$/],
])('reports why the start failed: %s', (_name, error, text) => {
  expect(describeStartFault(error)).toMatch(text);
});
