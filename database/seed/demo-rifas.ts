/** The rifas of the demonstration: every state a visitor can meet. Nothing here is a real offer. */

export type DemoRifaStatus = 'scheduled' | 'active' | 'closed' | 'completed' | 'cancelled';

export interface DemoPrize {
  /** 1-based. */
  position: number;
  name: string;
  description: string;
  valueInCentavos: number;
  prizeType: 'product' | 'service';
  /** Where a service is rendered; absent for products. */
  serviceCity?: string;
  serviceState?: string;
  /** In the words partners use of theirs. */
  serviceType?: string;
}

export interface DemoRifa {
  id: string;
  /** Also the name of its drawing, `pictures/<slug>.svg`. */
  slug: string;
  title: string;
  description: string;
  priceInCentavos: number;
  /** A power of ten. */
  totalNumbers: number;
  /** Paid share of the numbers, 0 to 1. */
  soldShare: number;
  status: DemoRifaStatus;
  /** Which Wednesday draw, see demoDrawDate. */
  drawWeek: number;
  /** The listing shows the newest first, so this also orders the shop window. */
  createdDaysAgo: number;
  /** Negative: sales open that many days from now. */
  publishedDaysAgo: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** Buyers choose their numbers. */
  chooseNumbers?: boolean;
  maxPerPerson?: number;
  showBuyers?: boolean;
  drawsEarly?: boolean;
  /** Cotas premiadas, equal ones together. */
  instantPrizes?: { name: string; valueCentavos: number | null; count: number }[];
  prizes: DemoPrize[];
}

/** How many numbers of the rifa are sold. */
export function demoSoldCount(rifa: DemoRifa): number {
  return Math.round(rifa.totalNumbers * rifa.soldShare);
}

function product(position: number, name: string, reais: number, description: string): DemoPrize {
  return { position, name, description, valueInCentavos: reais * 100, prizeType: 'product' };
}

function service(
  position: number,
  name: string,
  reais: number,
  [serviceType, serviceCity]: readonly [string, string],
  description: string,
): DemoPrize {
  const valueInCentavos = reais * 100;
  return {
    position,
    name,
    description,
    valueInCentavos,
    prizeType: 'service',
    serviceType,
    serviceCity,
    serviceState: 'AL',
  };
}

export const demoRifas: DemoRifa[] = [
  {
    id: '5e000000-0000-4000-8000-000000000001',
    slug: 'honda-biz',
    title: 'Honda Biz 125 zero km',
    description:
      'Para trabalhar, levar as crianças à escola ou ver o pôr do sol na Pajuçara: a Biz cabe em qualquer vaga e gasta quase nada. Sai da loja emplacada, com tanque cheio e dois capacetes. Quem não ficar com a moto ainda concorre a vale-combustível e a um kit de segurança.',
    priceInCentavos: 50,
    totalNumbers: 100_000,
    soldShare: 0.85,
    status: 'active',
    drawWeek: 2,
    createdDaysAgo: 1,
    publishedDaysAgo: 1,
    minPerOrder: 5,
    maxPerOrder: 1000,
    prizes: [
      product(1, 'Honda Biz 125 zero km', 16_990, 'Cor vermelha, emplacada e documentada em seu nome.'),
      product(2, 'Vale-combustível de R$ 1.000', 1000, 'Para abastecer nos postos de Maceió por seis meses.'),
      product(3, 'Kit de segurança', 600, 'Capacete, jaqueta com proteção e par de luvas.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000002',
    slug: 'fim-de-semana-maragogi',
    title: 'Fim de semana a dois em Maragogi',
    description:
      'Duas noites em pousada pé na areia, café da manhã com tapioca feita na hora e passeio de catamarã às piscinas naturais. Você escolhe a data em até um ano, fora dos feriados. É só pôr o biquíni na mala.',
    priceInCentavos: 200,
    totalNumbers: 10_000,
    soldShare: 0.65,
    status: 'active',
    drawWeek: 3,
    createdDaysAgo: 4,
    publishedDaysAgo: 4,
    minPerOrder: 1,
    maxPerOrder: 500,
    prizes: [
      service(
        1,
        'Fim de semana a dois',
        3200,
        ['hospedagem', 'Maragogi'],
        'Duas diárias com café da manhã e jantar de boas-vindas.',
      ),
      service(
        2,
        'Passeio às Galés',
        480,
        ['passeio às galés', 'Maragogi'],
        'Catamarã para duas pessoas, com máscara de mergulho.',
      ),
      product(3, 'Kit praia', 350, 'Canga, bolsa de palha, chapéu e garrafa térmica.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000003',
    slug: 'iphone',
    title: 'iPhone 17 Pro de 256 GB',
    description:
      'Novo, lacrado, com nota fiscal e garantia de um ano. A câmera faz jus ao mar de Alagoas e a bateria aguenta do café ao luau. Entregamos em mãos em Maceió e região, com capinha e película já no lugar.',
    priceInCentavos: 300,
    totalNumbers: 10_000,
    soldShare: 0.35,
    status: 'active',
    drawWeek: 4,
    createdDaysAgo: 6,
    publishedDaysAgo: 6,
    minPerOrder: 1,
    maxPerOrder: 500,
    prizes: [
      product(1, 'iPhone 17 Pro de 256 GB', 11_499, 'Lacrado, com nota fiscal, capinha e película.'),
      product(2, 'Fones sem fio', 1800, 'Com cancelamento de ruído e estojo de recarga.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000004',
    slug: 'jantar-e-spa',
    title: 'Jantar à beira-mar e dia de spa',
    description:
      'Uma tarde inteira só sua: massagem com pedras quentes, banho de ofurô e escalda-pés. À noite, jantar à luz de velas para duas pessoas, com lagosta e sobremesa da casa, de frente para o mar de Ponta Verde.',
    priceInCentavos: 500,
    totalNumbers: 1000,
    soldShare: 0,
    chooseNumbers: true,
    status: 'active',
    drawWeek: 5,
    createdDaysAgo: 7,
    publishedDaysAgo: 0,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      service(
        1,
        'Jantar e dia de spa para duas',
        1900,
        ['spa', 'Maceió'],
        'Jantar completo e quatro horas de spa, com hora marcada.',
      ),
      service(
        2,
        'Massagem relaxante',
        280,
        ['massagem', 'Maceió'],
        'Uma hora, com óleos de capim-santo e lavanda.',
      ),
      service(
        3,
        'Café da tarde para duas',
        160,
        ['café da tarde', 'Maceió'],
        'Mesa posta com bolos, tapiocas e chá gelado.',
      ),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000005',
    slug: 'cozinha-nova',
    title: 'Cozinha nova: geladeira, fogão e panelas',
    description:
      'Geladeira de duas portas que não faz gelo, fogão de cinco bocas e um jogo de panelas para estrear tudo de uma vez. A entrega e a instalação são por nossa conta em toda a região metropolitana. Faltam pouquíssimas cotas!',
    priceInCentavos: 150,
    totalNumbers: 10_000,
    soldShare: 0.999,
    drawsEarly: true,
    status: 'active',
    drawWeek: 1,
    createdDaysAgo: 21,
    publishedDaysAgo: 21,
    minPerOrder: 1,
    maxPerOrder: 500,
    prizes: [
      product(
        1,
        'Geladeira frost free e fogão',
        6490,
        'Duplex de 480 litros e fogão de cinco bocas, instalados.',
      ),
      product(2, 'Jogo de panelas', 890, 'Dez peças com revestimento antiaderente.'),
      product(3, 'Cafeteira', 420, 'Com moedor e jarra térmica.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000006',
    slug: 'pix-10-mil',
    title: 'Pix de R$ 10.000 na conta',
    description:
      'Quite o cartão, reforme a casa, faça aquela viagem: o dinheiro é seu e a escolha também. O Pix cai na conta da ganhadora em até dois dias úteis, já com o imposto pago. O segundo e o terceiro lugar também recebem.',
    priceInCentavos: 25,
    totalNumbers: 100_000,
    soldShare: 0.47,
    instantPrizes: [
      { name: 'Pix de R$ 500', valueCentavos: 50_000, count: 2 },
      { name: 'Pix de R$ 100', valueCentavos: 10_000, count: 8 },
    ],
    showBuyers: true,
    status: 'active',
    drawWeek: 3,
    createdDaysAgo: 9,
    publishedDaysAgo: 9,
    minPerOrder: 10,
    maxPerOrder: 1000,
    prizes: [
      product(1, 'Pix de R$ 10.000', 10_000, 'Livre de imposto, em conta no nome da ganhadora.'),
      product(2, 'Pix de R$ 2.000', 2000, 'Livre de imposto.'),
      product(3, 'Pix de R$ 500', 500, 'Livre de imposto.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000007',
    slug: 'picape-zero-km',
    title: 'Fiat Strada zero km',
    description:
      'Cabine dupla para a família, caçamba para a feira, as pranchas ou o ganha-pão. A picape sai emplacada e com seguro de um ano. São um milhão de números: com poucos reais dá para concorrer.',
    priceInCentavos: 25,
    totalNumbers: 1_000_000,
    soldShare: 0.06,
    chooseNumbers: true,
    status: 'active',
    drawWeek: 8,
    createdDaysAgo: 12,
    publishedDaysAgo: 12,
    minPerOrder: 10,
    maxPerOrder: 1000,
    prizes: [
      product(1, 'Fiat Strada cabine dupla zero km', 118_990, 'Emplacada, com seguro de um ano.'),
      product(2, 'Bicicleta elétrica', 6900, 'Autonomia de 40 quilômetros e cestinha.'),
      product(3, 'Prancha de stand-up paddle', 1900, 'Inflável, com remo e colete.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000008',
    slug: 'apartamento-beira-mar',
    title: 'Apartamento à beira-mar em Maceió',
    description:
      'Dois quartos, varanda com rede e vista para o mar de Jatiúca, prontos para morar, com escritura e taxas pagas. É a nossa maior rifa: dez milhões de números, do apartamento ao enxoval. O sorteio só acontece com tudo auditado e publicado.',
    priceInCentavos: 25,
    totalNumbers: 10_000_000,
    soldShare: 0.005,
    status: 'active',
    drawWeek: 20,
    createdDaysAgo: 15,
    publishedDaysAgo: 15,
    minPerOrder: 10,
    maxPerOrder: 1000,
    prizes: [
      product(
        1,
        'Apartamento de dois quartos',
        690_000,
        'Com 64 m², uma vaga, escritura e registro incluídos.',
      ),
      product(2, 'Móveis planejados', 35_000, 'Projeto e montagem para cozinha, sala e quartos.'),
      product(3, 'Enxoval completo', 4800, 'Cama, mesa e banho com bordado filé do Pontal da Barra.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000009',
    slug: 'cesta-de-cafe',
    title: 'Cesta de café da manhã regional',
    description:
      'Cuscuz quentinho, queijo de coalho, mel de engenho, caju, abacaxi e bolo de macaxeira, numa cesta trançada à mão. Entregamos na porta de quem você ama, com cartão escrito do seu jeito. Só cem números: as chances são boas!',
    priceInCentavos: 500,
    totalNumbers: 100,
    soldShare: 0.72,
    status: 'active',
    drawWeek: 1,
    createdDaysAgo: 5,
    publishedDaysAgo: 5,
    minPerOrder: 1,
    maxPerOrder: 30,
    prizes: [
      product(1, 'Cesta para quatro pessoas', 290, 'Entregue num sábado ou domingo, até as oito da manhã.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000010',
    slug: 'material-escolar',
    title: 'Volta às aulas: material para três crianças',
    description:
      'Três mochilas recheadas com cadernos, livros de história, estojo completo e garrafinha, na lista da escola de cada criança. Parte da renda compra material para uma creche comunitária do Vergel do Lago. As vendas abrem em poucos dias.',
    priceInCentavos: 400,
    totalNumbers: 1000,
    soldShare: 0,
    maxPerPerson: 50,
    status: 'scheduled',
    drawWeek: 7,
    createdDaysAgo: 3,
    publishedDaysAgo: -6,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      product(
        1,
        'Material para três crianças',
        2400,
        'Mochilas, cadernos, livros e estojos, conforme a lista.',
      ),
      product(2, 'Tablet infantil', 900, 'Com capa resistente e controle dos pais.'),
      service(
        3,
        'Dois meses de reforço',
        600,
        ['reforço escolar', 'Maceió'],
        'Duas aulas por semana, de português ou matemática.',
      ),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000011',
    slug: 'smart-tv',
    title: 'Smart TV de 65 polegadas',
    description:
      'Para maratonar novela, torcer junto e trazer o cinema para a sala. Vem com suporte de parede, barra de som e instalação. As vendas terminaram e a lista de números está publicada: agora é esperar a Loteria Federal.',
    priceInCentavos: 800,
    totalNumbers: 1000,
    soldShare: 0.97,
    status: 'closed',
    drawWeek: 1,
    createdDaysAgo: 30,
    publishedDaysAgo: 30,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      product(1, 'Smart TV 4K de 65 polegadas', 4290, 'Com suporte de parede e instalação.'),
      product(2, 'Barra de som', 1100, 'Com subwoofer sem fio.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000012',
    slug: 'enxoval-de-file',
    title: 'Enxoval em bordado filé',
    description:
      'Colcha, toalhas e caminho de mesa tecidos ponto a ponto pelas artesãs do Pontal da Barra, patrimônio de Alagoas. Cada peça leva semanas na grade e sai com a assinatura de quem bordou. Uma rifa pequena, de cem números, que já tem dona.',
    priceInCentavos: 2500,
    totalNumbers: 100,
    soldShare: 1,
    status: 'completed',
    drawWeek: -1,
    createdDaysAgo: 45,
    publishedDaysAgo: 45,
    minPerOrder: 1,
    maxPerOrder: 10,
    prizes: [
      product(1, 'Enxoval de casal em filé', 1800, 'Colcha, duas fronhas, toalhas de banho e de rosto.'),
      product(2, 'Caminho de mesa em filé', 320, 'Com 1,80 metro, nas cores da lagoa.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000013',
    slug: 'maquina-de-costura',
    title: 'Máquina de costura e ateliê completo',
    description:
      'Máquina com trinta pontos, tesoura de alfaiate, tecidos e linhas para começar a costurar para fora. De quebra, um curso de modelagem no Centro de Maceió. O resultado já saiu e pode ser conferido por qualquer pessoa.',
    priceInCentavos: 400,
    totalNumbers: 1000,
    soldShare: 1,
    instantPrizes: [{ name: 'Kit de linhas e tesouras', valueCentavos: 12_000, count: 3 }],
    status: 'completed',
    drawWeek: -3,
    createdDaysAgo: 60,
    publishedDaysAgo: 60,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      product(
        1,
        'Máquina de costura e ateliê',
        2300,
        'Máquina de trinta pontos, tecidos, linhas e tesouras.',
      ),
      service(
        2,
        'Curso de modelagem',
        700,
        ['curso de modelagem', 'Maceió'],
        'Oito encontros aos sábados, com material incluído.',
      ),
      product(3, 'Manequim ajustável', 380, 'Do 36 ao 46, com pedestal.'),
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000014',
    slug: 'rota-dos-milagres',
    title: 'Três dias na Rota Ecológica dos Milagres',
    description:
      'Rede na varanda, passeio de jangada e visita ao santuário do peixe-boi em São Miguel dos Milagres. A pousada entrou em reforma e esta rifa foi cancelada: todas as cotas pagas foram devolvidas por Pix, sem desconto algum.',
    priceInCentavos: 1000,
    totalNumbers: 1000,
    soldShare: 0.12,
    status: 'cancelled',
    drawWeek: 2,
    createdDaysAgo: 25,
    publishedDaysAgo: 25,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      service(
        1,
        'Três dias para duas pessoas',
        3600,
        ['hospedagem', 'São Miguel dos Milagres'],
        'Pousada com café da manhã e traslado.',
      ),
      service(
        2,
        'Passeio do peixe-boi',
        240,
        ['passeio do peixe-boi', 'Porto de Pedras'],
        'De jangada, para duas pessoas.',
      ),
    ],
  },
];
