import { expect, test } from 'vitest';
import { describeSealedCotas } from './sealed-cotas.ts';

test.each([
  [1, 0, 'A cota de Biz continua na lista lacrada do sorteio, que não muda: um prêmio dela é seu.'],
  [
    1,
    1,
    'A cota de Biz continua na lista lacrada do sorteio, que não muda: um prêmio dela é de quem recebeu o presente.',
  ],
  [
    3,
    1,
    'As 3 cotas de Biz continuam na lista lacrada do sorteio, que não muda: um prêmio delas é seu, ou de quem recebeu de presente a cota que ganhar.',
  ],
])('names who wins with %i refunded cotas, %i of them given away', (quantity, given, sentence) => {
  expect(describeSealedCotas({ title: 'Biz', quantity, given })).toBe(sentence);
});
