/** Demo partners. */
import { demoPartner } from './demo-people.ts';

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
