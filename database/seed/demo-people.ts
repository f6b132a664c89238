/** Demo people. All are invented, with example e-mail addresses; the logins have CPFs that are never issued. */

import { type BuyerRow, demoCustomers } from './demo-customers.ts';

export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  /** Brazilian mobile number, digits only, area code first. */
  phone: string;
  /** In digits. */
  cpf?: string;
  role: 'buyer' | 'support' | 'admin';
  /** Customer segment that follows from the buyer's demo orders. */
  segment: 'new' | 'casual' | 'regular' | 'vip' | 'at_risk';
  city: string;
  state: string;
  /** ISO date. */
  birthDate: string;
  /** For demo logins only; printed at start. */
  password?: string;
}

export const demoLogins: (DemoPerson & { password: string })[] = [
  {
    id: 'de000000-0000-4000-8000-000000000001',
    name: 'Helena Albuquerque',
    email: 'admin@exemplo.com.br',
    phone: '82999990010',
    cpf: '00000000272',
    role: 'admin',
    segment: 'regular',
    city: 'Maceió',
    state: 'AL',
    birthDate: '1984-03-12',
    password: 'admin123',
  },
  {
    id: 'de000000-0000-4000-8000-000000000006',
    name: 'Rita Mendonça',
    email: 'conferente@exemplo.com.br',
    phone: '82999990014',
    cpf: '00000000353',
    role: 'admin',
    segment: 'regular',
    city: 'Maceió',
    state: 'AL',
    birthDate: '1988-06-30',
    password: 'conferente123',
  },
  {
    id: 'de000000-0000-4000-8000-000000000002',
    name: 'Sueli Farias',
    email: 'suporte@exemplo.com.br',
    phone: '82999990011',
    cpf: '00000000434',
    role: 'support',
    segment: 'regular',
    city: 'Maceió',
    state: 'AL',
    birthDate: '1990-08-25',
    password: 'suporte123',
  },
  {
    id: 'de000000-0000-4000-8000-000000000003',
    name: 'Maria Silva',
    email: 'maria@exemplo.com.br',
    phone: '82999990012',
    cpf: '00000000515',
    role: 'buyer',
    segment: 'regular',
    city: 'Maceió',
    state: 'AL',
    birthDate: '1992-11-04',
    password: 'maria123',
  },
  {
    id: 'de000000-0000-4000-8000-000000000004',
    name: 'Joana Cavalcanti',
    email: 'joana@exemplo.com.br',
    phone: '81999990013',
    cpf: '00000000604',
    role: 'buyer',
    segment: 'new',
    city: 'Recife',
    state: 'PE',
    birthDate: '1995-06-19',
    password: 'joana123',
  },
];

/** @throws for an unknown demo login */
export function demoLogin(email: string): DemoPerson & { password: string } {
  const found = demoLogins.find((person) => person.email === email);
  if (!found) throw new Error(`no demo login ${email}`);
  return found;
}

export const demoPartner = {
  id: 'de000000-0000-4000-8000-000000000005',
  name: 'Luciana Tenório',
  company: 'Espaço Maresia Spa',
  email: 'parceira@exemplo.com.br',
  phone: '82999990001',
  city: 'Maceió',
  state: 'AL',
};

/** People who win prizes or refer others in the demonstration. */
const namedRows: BuyerRow[] = [
  ['Ana Beatriz Lessa', 'Maceió', '1989-01-17', 'vip'],
  ['Cláudia Barros', 'Rio Largo', '1978-05-30', 'regular'],
  ['Edna Vasconcelos', 'Marechal Deodoro', '1969-09-08', 'casual'],
  ['Fabiana Melo', 'Maceió', '1996-02-21', 'vip'],
  ['Gisele Omena', 'Satuba', '1987-12-02', 'vip'],
  ['Iracema Calheiros', 'Pilar', '1961-07-14', 'casual'],
  ['Jéssica Nunes', 'Maceió', '1999-10-27', 'new'],
  ['Karla Rocha', 'Paripueira', '1985-04-09', 'vip'],
  ['Lúcia Gusmão', 'Coqueiro Seco', '1973-03-23', 'at_risk'],
  ['Márcia Toledo', 'Maceió', '1980-08-16', 'regular'],
  ['Natália Pontes', 'Barra de São Miguel', '1994-06-05', 'casual'],
  ['Odete Ferreira', 'São Miguel dos Campos', '1958-11-19', 'at_risk'],
  ['Patrícia Amorim', 'Maceió', '1991-01-28', 'vip'],
  ['Quitéria Santos', 'Messias', '1976-09-12', 'casual'],
  ['Rosângela Lima', 'Rio Largo', '1982-02-07', 'regular'],
  ['Simone Acioli', 'Maceió', '1988-05-18', 'vip'],
  ['Tereza Holanda', 'Santa Luzia do Norte', '1965-10-10', 'casual'],
  ['Valéria Brandão', 'Maceió', '1993-12-24', 'new'],
  ['Zuleide Correia', 'Barra de Santo Antônio', '1970-04-03', 'casual'],
  ['Adriana Sampaio', 'Marechal Deodoro', '1986-07-29', 'regular'],
  ['Bruna Malta', 'Maceió', '2001-03-15', 'new'],
  ['Cícera Duarte', 'Pilar', '1974-08-06', 'at_risk'],
  ['Daniele Peixoto', 'Maceió', '1997-11-22', 'casual'],
  ['Elisângela Moura', 'Satuba', '1983-06-26', 'regular'],
  ['José Roberto Araújo', 'Maceió', '1979-02-13', 'casual'],
];

/** 'Cláudia Barros' becomes 'claudia.barros'. */
function mailboxName(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
}

const CUSTOMERS = 375;

/** Holders of the sold cotas; they cannot sign in. */
export const demoBuyers: DemoPerson[] = [...namedRows, ...demoCustomers(CUSTOMERS)].map(
  ([name, city, birthDate, segment], index) => ({
    id: `de000000-0000-4000-8000-${String(101 + index).padStart(12, '0')}`,
    name,
    email: `${mailboxName(name)}@exemplo.com.br`,
    phone: `8299999${String(1001 + index)}`,
    role: 'buyer',
    segment,
    city,
    state: 'AL',
    birthDate,
  }),
);

export const demoPeople: DemoPerson[] = [...demoLogins, ...demoBuyers];
