export interface DemoTicket {
  subject: string;
  message: string;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  daysAgo: number;
  /** In Maceió time. */
  hour: number;
  /** Null: not answered. */
  answer: { afterMinutes: number; message: string } | null;
  /** Null: not resolved. */
  resolution: { afterMinutes: number; rating: number | null } | null;
  /** From a visitor without an account. */
  visitor?: { name: string; email: string; subject: 'duvida-rifa' | 'problema-pagamento' | 'premio' };
}

const PIX = 'Paguei o Pix e o pedido continua pendente. O valor já saiu da minha conta.';
const PIX_ANSWER =
  'Oi! O banco demorou um pouco para confirmar, mas o pagamento já entrou e os números são seus.';
const NUMBERS = 'Comprei ontem e não acho os meus números. Onde eles ficam?';
const NUMBERS_ANSWER =
  'Oi! Ficam em Dashboard, na parte Minhas Rifas, e também no e-mail de confirmação. Boa sorte!';
const CITY = 'Moro em Marechal Deodoro. Posso participar da rifa de Maceió?';
const CITY_ANSWER =
  'Pode, sim! Marechal Deodoro é uma das doze cidades participantes. É só informar a cidade em Minha Conta.';

const day = (
  daysAgo: number,
  hour: number,
  [subject, message, answer]: [string, string, string],
  [answered, resolved]: [number, number],
  rating: number | null,
  priority: DemoTicket['priority'] = 'normal',
): DemoTicket => ({
  subject,
  message,
  priority,
  daysAgo,
  hour,
  answer: { afterMinutes: answered, message: answer },
  resolution: { afterMinutes: resolved, rating },
});

const pix: [string, string, string] = ['Pix pago e pedido pendente', PIX, PIX_ANSWER];
const numbers: [string, string, string] = ['Onde vejo os meus números?', NUMBERS, NUMBERS_ANSWER];
const city: [string, string, string] = ['Posso participar?', CITY, CITY_ANSWER];

/** The first two are Maria's. */
export const demoTickets: DemoTicket[] = [
  day(9, 10, pix, [35, 60], null, 'high'),
  day(2, 15, numbers, [20, 25], null),
  day(27, 9, pix, [50, 90], 5, 'high'),
  day(25, 11, city, [80, 120], 5),
  day(24, 14, numbers, [25, 30], 4),
  day(22, 10, pix, [190, 300], 3, 'high'),
  day(20, 16, city, [45, 60], 5, 'low'),
  day(18, 9, numbers, [15, 40], 5),
  day(17, 10, pix, [30, 55], 4, 'urgent'),
  day(14, 13, city, [110, 140], 4),
  day(13, 10, numbers, [60, 75], 5),
  day(11, 17, pix, [40, 100], 2, 'high'),
  day(8, 9, city, [35, 50], 5),
  day(6, 11, numbers, [55, 70], 4),
  day(5, 10, pix, [25, 45], 5, 'high'),
  {
    subject: 'Troca do e-mail da conta',
    message: 'Perdi o acesso ao e-mail antigo e queria trocar pelo novo. O que preciso enviar?',
    priority: 'normal',
    daysAgo: 1,
    hour: 10,
    answer: {
      afterMinutes: 30,
      message: 'Oi! Para sua segurança, responda com uma foto do documento, por favor.',
    },
    resolution: null,
  },
  {
    subject: 'Comprovante para a minha contabilidade',
    message: 'Preciso de um comprovante com a data e o valor de cada compra do mês.',
    priority: 'low',
    daysAgo: 0,
    hour: 0,
    answer: null,
    resolution: null,
  },
  {
    subject: 'Prêmio',
    message: 'Minha mãe, a Iracema, ganhou o escalda-pés no sorteio do spa. Posso usar no lugar dela?',
    priority: 'normal',
    daysAgo: 0,
    hour: 0,
    answer: null,
    resolution: null,
    visitor: { name: 'Cícera Moraes', email: 'cicera.moraes@exemplo.com.br', subject: 'premio' },
  },
];
