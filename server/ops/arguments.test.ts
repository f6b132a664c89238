import { expect, test } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

const now = new Date('2026-11-22T03:00:00Z');
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), now);

test('parses each command with its options', () => {
  expect(read('doctor')).toEqual({ name: 'doctor' });
  expect(read('retry-jobs order-paid')).toEqual({ name: 'retry-jobs', queue: 'order-paid' });
  expect(read('backup --folder /b --keep=3')).toEqual({
    name: 'backup',
    folder: '/b',
    archive: null,
    copy: null,
    archiveCopy: null,
    keep: 3,
  });
  expect(read('restore --backup /b --archive /a --to /t --moment 2026-11-21T10:00:00-03:00')).toEqual({
    name: 'restore',
    backup: '/b',
    archive: '/a',
    to: '/t',
    moment: new Date('2026-11-21T13:00:00Z'),
    wal: null,
  });
  const rifaId = '5e000000-0000-4000-8000-000000000011';
  expect(read('rotate-log-key --to key-2')).toEqual({
    name: 'rotate-log-key',
    to: 'key-2',
    lossReason: null,
    origin: null,
  });
  expect(read(`restore-list --rifa ${rifaId} --file lista.txt`)).toEqual({
    name: 'restore-list',
    rifaId,
    file: 'lista.txt',
  });
  expect(read('backup --help')).toEqual({ name: 'help' });
});

test.each([
  ['', 'Falta o comando.'],
  ['turn', 'O comando "turn" não existe.'],
  ['doctor --verbose', 'doctor não tem a opção --verbose.'],
  ['doctor --folder /b', 'doctor não tem a opção --folder.'],
  ['rotate now', '"now" está a mais.'],
  ['backup /b', '"/b" está a mais.'],
  ['backup', 'Falta --folder.'],
  ['backup --folder', 'Falta o valor de --folder.'],
  ['backup --folder --keep 3', 'Falta o valor de --folder.'],
  ['backup --folder /b --folder /c', '--folder está duas vezes.'],
  ['backup --folder /b --keep 0', '--keep deve ser um número inteiro a partir de 1 (recebido: "0").'],
  ['backup --folder /b --keep all', '--keep deve ser um número inteiro a partir de 1 (recebido: "all").'],
  ['restore --backup /b --archive /a', 'Falta --to.'],
  ['restore --backup /b --archive /a --to /t --moment 2026-11-21', '--moment deve ter data, hora e fuso'],
  ['restore --backup /b --archive /a --to /t --moment 2026-11-21T13:00', '--moment deve ter data, hora'],
  ['restore --backup /b --archive /a --to /t --moment 2026-13-21T13:00Z', '--moment deve ter data, hora'],
  ['restore --backup /b --archive /a --to /t --moment 2027-01-01T00:00Z', '--moment está no futuro'],
  ['restore-list --rifa 1 --file lista.txt', '--rifa é o código no endereço'],
  ['restore-list --rifa 1', 'Falta --file.'],
  ['rotate-log-key', 'Falta --to.'],
  ['rotate-log-key --to key-2 --origin a+b', '--origin é como'],
  ['retry-jobs', 'Falta o nome da fila.'],
  ['retry-jobs one two', 'Uma fila por vez: "two" está a mais.'],
])('rejects "%s" with an error message and the usage', (line, sentence) => {
  const attempt = () => read(line);
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(sentence);
  expect(attempt).toThrow('Uso: npm run ops -- ');
});
