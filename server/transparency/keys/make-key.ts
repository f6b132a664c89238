/** `npm run log:key -- FILE ORIGIN`: generates the key that signs the public log. Keeps an existing file. */
import { isKeyName, parseSignerKey, formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { existsSync, readFileSync } from 'node:fs';
import { systemRandom } from '../../platform/clock.ts';
import { makeKey } from './log-key.ts';

const [file, origin] = process.argv.slice(2);
if (!file || !origin || !isKeyName(origin)) {
  process.stderr.write(
    'Uso: npm run log:key -- ARQUIVO ORIGEM, por exemplo: npm run log:key -- /etc/mare/log-key loja.com.br/log\n',
  );
  process.exit(1);
}
if (existsSync(file)) {
  process.stderr.write(`${file} já existe e fica como está.\n`);
  process.exit(1);
}
makeKey(file, origin, systemRandom);
process.stdout.write(`${file} foi criado. Chave pública, para publicar e para quem confere:\n`);
process.stdout.write(`${formatVerifierKey(parseSignerKey(readFileSync(file, 'utf8').trim())!.key)}\n`);
