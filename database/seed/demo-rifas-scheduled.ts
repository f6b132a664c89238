/** Scheduled demo rifas. Not real offers. */
import { type DemoRifa, product, service } from './demo-rifa.ts';

export const demoRifasScheduled: DemoRifa[] = [
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
    createdDaysAgo: 25,
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
];
