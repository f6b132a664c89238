/** Demo partners, and vouchers of the first one. */
import { demoBuyers, demoLogin, demoPartner } from './demo-people.ts';

export interface DemoPartner {
  id: string;
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  status: 'active' | 'pending';
  serviceTypes: string[];
  city: string;
  /** Street and number. */
  address: string | null;
  message: string | null;
  pixKey: string | null;
}

export const demoPartners: DemoPartner[] = [
  {
    id: demoPartner.id,
    companyName: demoPartner.company,
    contactName: demoPartner.name,
    email: demoPartner.email,
    phone: demoPartner.phone,
    status: 'active',
    serviceTypes: ['massagem', 'spa', 'café da tarde'],
    city: demoPartner.city,
    address: 'Rua das Algas, 120',
    message: null,
    pixKey: demoPartner.email,
  },
  {
    id: 'de000000-0000-4000-8000-000000000006',
    companyName: 'Ateliê Ponto Certo',
    contactName: 'Dalva Reis',
    email: 'dalva@exemplo.com.br',
    phone: '82999990002',
    status: 'active',
    serviceTypes: ['curso de modelagem', 'curso de costura'],
    city: 'Maceió',
    address: 'Travessa do Bordado, 8',
    message: null,
    pixKey: 'dalva@exemplo.com.br',
  },
  {
    id: 'de000000-0000-4000-8000-000000000007',
    companyName: 'Catamarã Galés de Maragogi',
    contactName: 'Ivonete Paiva',
    email: 'ivonete@exemplo.com.br',
    phone: '82999990003',
    status: 'pending',
    serviceTypes: ['passeio às galés'],
    city: 'Maragogi',
    address: null,
    message: 'Temos saída todos os dias e gostaríamos de receber quem ganhar o passeio.',
    pixKey: null,
  },
];

export interface DemoVoucher {
  personId: string;
  prizeName: string;
  serviceType: string;
  status: 'pending' | 'validated' | 'expired';
  issuedDaysAgo: number;
  /** For validated ones. */
  validatedDaysAgo?: number;
  /** Alternatively, days before the latest 15th, so that a payout is pending. */
  validatedDaysBeforePayout?: number;
}

const maria = demoLogin('maria@exemplo.com.br').id;
const [ana, claudia, edna, fabiana, gisele] = demoBuyers.map((person) => person.id) as [
  string,
  string,
  string,
  string,
  string,
];

export const demoVouchers: DemoVoucher[] = [
  {
    personId: maria,
    prizeName: 'Massagem relaxante',
    serviceType: 'massagem',
    status: 'pending',
    issuedDaysAgo: 2,
  },
  { personId: maria, prizeName: 'Dia de spa', serviceType: 'spa', status: 'pending', issuedDaysAgo: 3 },
  {
    personId: maria,
    prizeName: 'Café da tarde para duas',
    serviceType: 'café da tarde',
    status: 'pending',
    issuedDaysAgo: 4,
  },
  {
    personId: maria,
    prizeName: 'Massagem com pedras quentes',
    serviceType: 'massagem',
    status: 'pending',
    issuedDaysAgo: 5,
  },
  { personId: ana, prizeName: 'Dia de spa', serviceType: 'spa', status: 'pending', issuedDaysAgo: 6 },
  {
    personId: claudia,
    prizeName: 'Massagem relaxante',
    serviceType: 'massagem',
    status: 'validated',
    issuedDaysAgo: 12,
    validatedDaysAgo: 1,
  },
  {
    personId: edna,
    prizeName: 'Café da tarde para duas',
    serviceType: 'café da tarde',
    status: 'validated',
    issuedDaysAgo: 80,
    validatedDaysAgo: 66,
  },
  {
    personId: fabiana,
    prizeName: 'Dia de spa',
    serviceType: 'spa',
    status: 'validated',
    issuedDaysAgo: 82,
    validatedDaysAgo: 63,
  },
  {
    personId: ana,
    prizeName: 'Massagem com pedras quentes',
    serviceType: 'massagem',
    status: 'validated',
    issuedDaysAgo: 70,
    validatedDaysBeforePayout: 5,
  },
  {
    personId: gisele,
    prizeName: 'Massagem relaxante',
    serviceType: 'massagem',
    status: 'expired',
    issuedDaysAgo: 45,
  },
];
