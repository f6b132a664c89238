/** Demo rifas whose sales have ended. Not real offers. */
import { type DemoRifa, product, service } from './demo-rifa.ts';

export const demoRifasEnded: DemoRifa[] = [
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
      'Colcha, toalhas e caminho de mesa tecidos ponto a ponto pelas artesãs do Pontal da Barra, patrimônio de Alagoas. Cada peça leva semanas na grade e sai com a assinatura de quem bordou. E, como mão de quem trabalha merece carinho, o terceiro prêmio é uma massagem. Uma rifa pequena, de cem números, que já tem dona.',
    priceInCentavos: 2500,
    totalNumbers: 100,
    soldShare: 1,
    status: 'completed',
    // Long enough ago that an unclaimed prize has expired.
    drawWeek: -5,
    createdDaysAgo: 100,
    publishedDaysAgo: 100,
    minPerOrder: 1,
    maxPerOrder: 10,
    prizes: [
      product(1, 'Enxoval de casal em filé', 1800, 'Colcha, duas fronhas, toalhas de banho e de rosto.'),
      {
        ...product(2, 'Caminho de mesa em filé', 320, 'Com 1,80 metro, nas cores da lagoa.'),
        picture: 'caminho-de-mesa',
      },
      {
        ...service(
          3,
          'Massagem nas mãos e nos ombros',
          140,
          ['massagem', 'Maceió'],
          'Quarenta minutos de descanso para quem borda, costura ou digita o dia todo.',
        ),
        picture: 'massagem-nas-maos',
      },
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
    drawWeek: -2,
    createdDaysAgo: 110,
    publishedDaysAgo: 110,
    minPerOrder: 1,
    maxPerOrder: 100,
    prizes: [
      product(
        1,
        'Máquina de costura e ateliê',
        2300,
        'Máquina de trinta pontos, tecidos, linhas e tesouras.',
      ),
      {
        ...service(
          2,
          'Curso de modelagem',
          700,
          ['curso de modelagem', 'Maceió'],
          'Oito encontros aos sábados, com material incluído.',
        ),
        picture: 'curso-de-modelagem',
      },
      { ...product(3, 'Manequim ajustável', 380, 'Do 36 ao 46, com pedestal.'), picture: 'manequim' },
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
  {
    id: '5e000000-0000-4000-8000-000000000015',
    slug: 'tarde-de-descanso',
    title: 'Uma tarde de descanso no spa',
    description:
      'Três presentes para quem vive cuidando dos outros: um dia de spa com ofurô, uma massagem relaxante e um café da tarde com a amiga de sempre. Foi uma rifa curtinha, de cem números, feita com o Espaço Maresia Spa, na Rua das Algas.',
    priceInCentavos: 1000,
    totalNumbers: 100,
    soldShare: 1,
    status: 'completed',
    // Long enough ago that its services were paid to the partner.
    drawWeek: -11,
    createdDaysAgo: 120,
    publishedDaysAgo: 120,
    minPerOrder: 1,
    maxPerOrder: 3,
    prizes: [
      service(
        1,
        'Dia de spa com ofurô',
        520,
        ['spa', 'Maceió'],
        'Quatro horas: ofurô, esfoliação com sal marinho e chá na varanda.',
      ),
      {
        ...service(
          2,
          'Massagem para as costas',
          220,
          ['massagem', 'Maceió'],
          'Meia hora para pescoço, ombros e costas, com óleo de coco morno.',
        ),
        picture: 'massagem-nas-costas',
      },
      {
        ...service(
          3,
          'Café da tarde com a amiga',
          140,
          ['café da tarde', 'Maceió'],
          'Para duas pessoas: bolo de macaxeira, tapioca e café coado na hora.',
        ),
        picture: 'cafe-com-a-amiga',
      },
    ],
  },
  {
    id: '5e000000-0000-4000-8000-000000000016',
    slug: 'dia-so-seu',
    title: 'Um dia só seu: cinco mimos no spa',
    description:
      'Deixe a louça na pia e o celular na bolsa. São cinco prêmios no Espaço Maresia Spa, de um dia inteiro de cuidados a um escalda-pés com ervas do quintal. Cem números, cinco pessoas mais leves: o resultado já saiu.',
    priceInCentavos: 1500,
    totalNumbers: 100,
    soldShare: 1,
    status: 'completed',
    drawWeek: -1,
    createdDaysAgo: 40,
    publishedDaysAgo: 40,
    minPerOrder: 1,
    maxPerOrder: 3,
    prizes: [
      service(
        1,
        'Dia de spa',
        480,
        ['spa', 'Maceió'],
        'Seis horas de cuidados, com almoço leve e banho de flores.',
      ),
      {
        ...service(
          2,
          'Massagem com pedras quentes',
          320,
          ['massagem', 'Maceió'],
          'Uma hora e meia, com pedras de rio e óleo de capim-santo.',
        ),
        picture: 'pedras-quentes',
      },
      {
        ...service(
          3,
          'Massagem relaxante',
          280,
          ['massagem', 'Maceió'],
          'Uma hora, com óleos de capim-santo e lavanda.',
        ),
        picture: 'massagem-relaxante',
      },
      {
        ...service(
          4,
          'Café da tarde para duas',
          160,
          ['café da tarde', 'Maceió'],
          'Mesa posta com bolos, tapiocas e chá gelado.',
        ),
        picture: 'cafe-da-tarde',
      },
      {
        ...service(
          5,
          'Escalda-pés com ervas',
          120,
          ['spa', 'Maceió'],
          'Alecrim, sal grosso e meia hora sem pressa nenhuma.',
        ),
        picture: 'escalda-pes',
      },
    ],
  },
];
